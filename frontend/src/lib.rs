//! The browser's entry point: it hydrates what the server rendered, and nothing else.

/// Called by the loader script once the module is there.
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    console_error_panic_hook::set_once();
    app::live::with_messages(|| leptos::mount::hydrate_lazy(app::App));
}
