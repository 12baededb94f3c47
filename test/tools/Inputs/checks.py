"""What the checks of a tool's output have in common."""


class Checks:
    """Counts and prints what is not as it should be."""

    def __init__(self):
        self.wrong = 0

    def expect(self, law, good):
        if not good:
            self.wrong += 1
            print("broken:", law)

    def same(self, what, got, want):
        if got != want:
            self.wrong += 1
            print(f"{what}: {got}\n  wanted {want}")

    def run(self, *checks):
        """The exit status after all CHECKS."""
        for check in checks:
            check(self)
        return 1 if self.wrong else 0
