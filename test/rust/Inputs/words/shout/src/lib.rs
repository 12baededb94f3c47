use proc_macro::TokenStream;

/// Runs in the compiler, and is not counted.
#[proc_macro]
pub fn loud(input: TokenStream) -> TokenStream {
    let text = input.to_string().replace("max", "MAX");
    text.parse().unwrap()
}
