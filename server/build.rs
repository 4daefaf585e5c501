//! Tells the compiler where the built site is, which is included in a release program, and the linker to keep one of
//! equal functions. A debug program reads the site from the disk, so that a changed page needs no rebuild.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let mut site = None;
    if std::env::var("PROFILE").as_deref() == Ok("release") {
        println!("cargo:rerun-if-env-changed=PLUMBLINE_EMBED_SITE");
        site = std::env::var("PLUMBLINE_EMBED_SITE").ok();
        // Many functions of generic types compile to the same code, of which the linker keeps one. This target's linker
        // is LLD; others do not know the option.
        if std::env::var("TARGET").as_deref() == Ok("x86_64-unknown-linux-gnu") {
            println!("cargo:rustc-link-arg-bins=-Wl,--icf=all");
            println!("cargo:rustc-link-arg-benches=-Wl,--icf=all");
        }
    }
    if let Some(site) = &site {
        println!("cargo:rerun-if-changed={site}");
    }
    println!("cargo:rustc-env=PLUMBLINE_EMBED_SITE={}", site.as_deref().unwrap_or("no-site"));
}
