//! `bindgen MODULE OUT_DIR NAME`: the JavaScript side of the browser build.
//! A workspace member, so that its version is the lock file's `wasm-bindgen`, exactly, and nothing has to be installed.

use anyhow::{Context, Result};

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let mut next =
        |what| args.next().with_context(|| format!("usage: bindgen MODULE OUT_DIR NAME ({what} is missing)"));
    let (module, out_dir, name) = (next("MODULE")?, next("OUT_DIR")?, next("NAME")?);
    wasm_bindgen_cli_support::Bindgen::new()
        .input_path(module)
        .out_name(&name)
        .web(true)?
        .typescript(false)
        .generate(out_dir)
}
