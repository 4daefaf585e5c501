//! `bindgen MODULE OUT_DIR NAME`: splits the browser's module into parts and writes their JavaScript side: `NAME.js`
//! with `NAME_bg.wasm`, which are loaded at once, `parts.js` with a file for each part, and `parts.json`, which lists
//! what each needs. A workspace member, so that its version of `wasm-bindgen` is exactly the lock file's, and nothing
//! has to be installed.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use wasm_split_cli_support::Options;

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let mut next =
        |what| args.next().with_context(|| format!("usage: bindgen MODULE OUT_DIR NAME ({what} is missing)"));
    let (module, out_dir, name) = (next("MODULE")?, next("OUT_DIR")?, next("NAME")?);
    let (module, out_dir) = (Path::new(&module), Path::new(&out_dir));

    let whole = std::fs::read(module).with_context(|| format!("{} cannot be read", module.display()))?;
    let (first, script) = (module.with_extension("first.wasm"), format!("./{name}.js"));
    let mut cut = Options::new(&whole);
    (cut.output_dir, cut.main_out_path) = (out_dir, &first);
    (cut.link_name, cut.main_module) = ("./parts.js", &script);
    let parts = wasm_split_cli_support::transform(cut).map_err(|why| anyhow!("{why:#}"))?;
    std::fs::write(out_dir.join("parts.json"), serde_json::to_vec(&parts.prefetch_map)?)?;

    // The parts find their shared items by the names that the linker gave them.
    wasm_bindgen_cli_support::Bindgen::new()
        .input_path(&first)
        .out_name(&name)
        .web(true)?
        .typescript(false)
        .keep_lld_exports(true)
        .demangle(false)
        .generate(out_dir)
}
