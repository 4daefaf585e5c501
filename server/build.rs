//! Tells the compiler where the built site is, which is included in a release program. A debug program reads it from
//! the disk, so that a changed page needs no rebuild.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let mut site = None;
    if std::env::var("PROFILE").as_deref() == Ok("release") {
        println!("cargo:rerun-if-env-changed=PLUMBLINE_EMBED_SITE");
        site = std::env::var("PLUMBLINE_EMBED_SITE").ok();
    }
    if let Some(site) = &site {
        println!("cargo:rerun-if-changed={site}");
    }
    println!("cargo:rustc-env=PLUMBLINE_EMBED_SITE={}", site.as_deref().unwrap_or("no-site"));
}
