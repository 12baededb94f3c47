/* SPDX-License-Identifier: MIT
 *
 * All can be read without this; it adds sorting, filtering and keys. */
'use strict';
document.documentElement.classList.add('js');

const all = (what, root = document) => [...root.querySelectorAll(what)];
/* Counts are in groups of three, times have a unit. */
const units = {s: 1e9, ms: 1e6, us: 1e3};
const number = text => parseFloat(text.replace(/\s/g, '')) *
    (units[(text.match(/\d (\w+)$/) || [])[1]] || 1);
const inOrder = new Intl.Collator('en', {numeric: true}).compare;

/* ---- tables ------------------------------------------------------------- */

function sortTable(head) {
    const body = head.closest('table').tBodies[0], i = head.cellIndex;
    const down = head.getAttribute('aria-sort') === 'none' ?
        head.classList.contains('n') :
        head.getAttribute('aria-sort') === 'ascending';
    const text = row => row.cells[i].textContent.replace(/\u202f/g, '');
    const order = head.classList.contains('n') ?
        (a, b) => (number(text(a)) || 0) - (number(text(b)) || 0) :
        (a, b) => inOrder(text(a), text(b));
    const rows = [...body.rows].sort(order);
    body.append(...(down ? rows.reverse() : rows));
    all('[aria-sort]', head.parentNode)
        .forEach(h => h.setAttribute('aria-sort', 'none'));
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
}
all('th[aria-sort]').forEach(head => {
    const button = document.createElement('button');
    button.append(...head.childNodes);
    button.onclick = () => sortTable(head);
    head.append(button);
});

/* ---- the tree of folders ------------------------------------------------ */

class Tree {
    constructor(root) {
        this.root = root.querySelector('ul');
        this.sorted = {key: 0, down: false};
        this.files = [];
        this.folders = [];
        this.read(this.root, '', null);
        this.say = document.getElementById('shown');
        this.filter = document.getElementById('filter');
        this.only = document.getElementById('uncovered');
        this.flat = document.getElementById('flat');
        this.filter.oninput = this.only.onchange = () => this.show();
        this.flat.onchange = () => this.arrange();
        all('.head button', root).forEach((button, key) =>
            button.onclick = () => this.sort(button, key));
        document.getElementById('open').onclick = () => this.open(true);
        document.getElementById('close').onclick = () => this.open(false);
    }

    /* A node keeps what it is sorted and filtered by. */
    read(list, path, parent) {
        for (const item of list.children) {
            const folder = item.firstElementChild;
            const row = item.querySelector('.row');
            const name = row.firstElementChild;
            const node = {item, parent, name, own: name.textContent,
                path: path + name.textContent,
                values: [...row.children].slice(1).map(cell =>
                    number(cell.textContent))};
            if (folder.tagName === 'DETAILS') {
                node.list = folder.lastElementChild;
                node.details = folder;
                this.folders.push(node);
                this.read(node.list, node.path + '/', node);
            } else {
                this.files.push(node);
            }
        }
    }

    /* Where there is nothing to cover comes last. */
    compare(a, b) {
        const {key, down} = this.sorted, sign = down ? -1 : 1;
        if (key > 0) {
            const x = a.values[key - 1], y = b.values[key - 1];
            if (isNaN(x) || isNaN(y)) {
                if (isNaN(x) !== isNaN(y))
                    return isNaN(x) ? 1 : -1;
            } else if (x !== y) {
                return sign * (x - y);
            }
        }
        return (key > 0 ? 1 : sign) * inOrder(a.path, b.path);
    }

    sort(button, key) {
        const same = this.sorted.key === key;
        this.sorted = {key, down: same ? !this.sorted.down : key === 1 || key === 2};
        all('.head button').forEach(b => {
            b.dataset.sort = '';
            b.removeAttribute('aria-label');
        });
        button.dataset.sort = this.sorted.down ? 'down' : 'up';
        button.setAttribute('aria-label', button.textContent + ', sorted ' +
            (this.sorted.down ? 'descending' : 'ascending'));
        this.arrange();
    }

    arrange() {
        const flat = this.flat.checked;
        const nodes = flat ? this.files : this.files.concat(this.folders);
        this.root.classList.toggle('flat', flat);
        if (flat)
            this.root.replaceChildren();
        const lists = new Map();
        for (const node of nodes.sort((a, b) => this.compare(a, b))) {
            const list = flat || !node.parent ? this.root : node.parent.list;
            if (!lists.has(list))
                lists.set(list, []);
            lists.get(list).push(node.item);
            if (!node.list)
                node.name.lastChild.data = flat ? node.path : node.own;
        }
        lists.forEach((items, list) => list.replaceChildren(...items));
        this.show();
    }

    show() {
        const words = this.filter.value.toLowerCase().split(/\s+/);
        const only = this.only.checked, narrow = only || words[0] || words[1];
        const kept = new Set();
        let n = 0;
        for (const node of this.files) {
            const path = node.path.toLowerCase();
            const keep = words.every(word => path.includes(word)) &&
                !(only && node.values[1] === 0);
            node.item.hidden = !keep;
            if (!keep)
                continue;
            n++;
            for (let up = node.parent; up && !kept.has(up); up = up.parent)
                kept.add(up);
        }
        for (const folder of this.folders) {
            folder.item.hidden = !kept.has(folder);
            if (narrow)
                folder.details.open = true;
        }
        this.say.textContent = n === this.files.length ? `${n} files` :
            `${n} of ${this.files.length} files`;
    }

    open(open) {
        this.folders.forEach(folder => folder.details.open = open);
    }
}
const tree = document.querySelector('.tree');
if (tree)
    new Tree(tree).show();

/* ---- source ------------------------------------------------------------- */

class Source {
    constructor(root) {
        this.root = root;
        this.lines = root.getElementsByClassName('l');
        this.say = root.parentNode.querySelector('[role=status]');
        const map = root.parentNode.querySelector('.map');
        if (map)
            map.onclick = e => this.go(this.lines[Math.floor(
                e.clientY / innerHeight * this.lines.length)]);
        all('[data-step]', root.parentNode).forEach(button =>
            button.onclick = () => this.step(+button.dataset.step));
        all('[data-hot]', root.parentNode).forEach(button =>
            button.onclick = () => this.cool(1));
        all('[data-tests]', root.parentNode).forEach(button =>
            button.onclick = () => this.ask(this.here()));
        root.onclick = e => {
            if (e.target.tagName === 'B' && this.tests.length)
                this.ask(e.target.parentNode);
        };
    }

    get shown() {
        return this.root.offsetParent !== null;
    }

    /* First lines of what is not covered; between may be lines without code. */
    get places() {
        this.known ??= all('.h, .m, .q', this.root).filter((line, i, code) =>
            !line.classList.contains('h') &&
            line.className !== code[i - 1]?.className);
        return this.known;
    }

    /* First lines of what ran equally often, from the hottest on. */
    get warm() {
        const count = line => number(line.querySelector('b').textContent);
        this.heated ??= all('.h, .m, .q', this.root)
            .map(line => ({line, count: count(line)}))
            .filter(({count}, i, code) => count && count !== code[i - 1]?.count)
            .sort((a, b) => b.count - a.count);
        return this.heated;
    }

    /* What the table of tests says: names, and lines from and to. */
    get tests() {
        this.named ??= all('.tests tbody tr', this.root.parentNode).map(row => ({
            name: row.cells[1].textContent,
            ran: row.cells[2].textContent.split(', ').map(range =>
                range.split('-').map(Number)),
        }));
        return this.named;
    }

    /* The place chosen last if it is in sight, else the middle of the window. */
    here() {
        if (this.last) {
            const {top, bottom} = this.last.getBoundingClientRect();
            if (bottom > 0 && top < innerHeight)
                return this.last;
        }
        const {left, top} = this.root.getBoundingClientRect();
        const y = Math.max(innerHeight * .35, top + 1);
        return document.elementFromPoint(left + 2, y)?.closest('.l') ??
            (top > 0 ? null : this.lines[this.lines.length - 1]);
    }

    step(by) {
        const from = this.here(), places = this.places;
        const after = line => from === null || from.compareDocumentPosition(
            line) & Node.DOCUMENT_POSITION_FOLLOWING;
        let i = places.findIndex(line => line !== from && after(line));
        if (i < 0)
            i = places.length;
        if (by < 0)
            i -= places[i - 1] === from ? 2 : 1;
        if (i < 0 || i >= places.length) {
            this.say.textContent = places.length ?
                `no ${by > 0 ? 'further' : 'earlier'} place` : 'all is covered';
            return;
        }
        this.go(places[i]);
        const what = places[i].classList.contains('m') ?
            'never ran' : 'partly taken';
        this.say.textContent = `${i + 1} of ${places.length}: line ` +
            `${places[i].firstElementChild.textContent} ${what}`;
    }

    /* From the hottest line to cooler ones. */
    cool(by) {
        const i = (this.hot ?? -1) + by, place = this.warm[i];
        if (!place) {
            this.say.textContent = this.warm.length ?
                `no ${by > 0 ? 'cooler' : 'hotter'} place` : 'nothing ran';
            return;
        }
        this.hot = i;
        this.go(place.line);
        this.say.textContent = `${i + 1} of ${this.warm.length} by heat: line ` +
            `${place.line.firstElementChild.textContent}, ` +
            `${place.line.querySelector('b').textContent} executions`;
    }

    ask(line) {
        if (!line)
            return;
        const n = number(line.firstElementChild.textContent);
        const names = this.tests.filter(({ran}) =>
            ran.some(([from, to = from]) => from <= n && n <= to)).map(t => t.name);
        const more = names.length > 9 ? ` and ${names.length - 9} more` : '';
        this.say.textContent = `line ${n}: ` + (!line.matches('.h, .q, .m') ? 'no code' :
            names.length ? 'ran in ' + names.slice(0, 9).join(', ') + more :
                'no test ran it');
    }

    /* The focus follows, and a screen reader with it. */
    go(line) {
        this.last = line;
        location.replace('#' + line.id);
        line.firstElementChild.focus({preventScroll: true});
    }
}
const sources = all('.source').map(root => new Source(root));

/* ---- the flame graph ---------------------------------------------------- */

class Flame {
    constructor(root) {
        this.root = root;
        this.boxes = [...root.children];
        this.say = root.previousElementSibling;
        all('a', root).forEach(link => link.tabIndex = -1);
        this.boxes.forEach((box, i) => box.tabIndex = i ? -1 : 0);
        const tell = e => this.say.textContent =
            e.target.closest('li')?.textContent ?? this.say.textContent;
        root.addEventListener('focusin', tell);
        root.onmouseover = tell;
        root.onclick = e => {
            if (e.target.closest('li') && !e.target.closest('a'))
                this.zoom(e.target.closest('li'));
        };
        root.onkeydown = e => this.press(e);
    }

    level(box) {
        return box ? +box.getAttribute('aria-level') : 0;
    }

    /* The nearest on the level that is BY away, in the direction STEP; not beyond a caller. */
    next(box, step, by) {
        const wanted = this.level(box) + by;
        let at = this.boxes.indexOf(box) + step;
        while (this.level(this.boxes[at]) > wanted)
            at += step;
        return this.level(this.boxes[at]) === wanted ? this.boxes[at] : null;
    }

    zoom(box) {
        const of = name => +box.style.getPropertyValue(name);
        this.root.style.setProperty('--from', of('--x'));
        this.root.style.setProperty('--by', 100 / of('--w'));
    }

    press(e) {
        const box = e.target.closest('li');
        const to = {ArrowUp: () => this.next(box, -1, -1), ArrowDown: () => this.next(box, 1, 1),
            ArrowLeft: () => this.next(box, -1, 0), ArrowRight: () => this.next(box, 1, 0),
            Home: () => this.boxes[0], Escape: () => this.boxes[0]}[e.key]?.();
        if (!box || e.ctrlKey || e.metaKey || e.altKey ||
            !/^(Arrow.*|Home|Escape|Enter| )$/.test(e.key))
            return;
        e.preventDefault();
        e.stopPropagation();
        if (e.key === 'Enter')
            box.querySelector('a')?.click();
        if (e.key === ' ' || e.key === 'Escape')
            this.zoom(to ?? box);
        if (to) {
            box.tabIndex = -1;
            to.tabIndex = 0;
            to.focus();
        }
    }
}
all('.flame').forEach(root => new Flame(root));

document.addEventListener('keydown', e => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.matches?.('input'))
        return;
    const source = sources.find(s => s.shown);
    if (source && (e.key === 'n' || e.key === 'p'))
        source.step(e.key === 'n' ? 1 : -1);
    else if (source && (e.key === 'h' || e.key === 'H'))
        source.cool(e.key === 'h' ? 1 : -1);
    else if (source?.tests.length && e.key === 't')
        source.ask(source.here());
    else if (e.key === '/' && tree?.offsetParent)
        document.getElementById('filter').focus();
    else
        return;
    e.preventDefault();
});
