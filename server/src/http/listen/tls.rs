//! The server's TLS certificate. It is reloaded on SIGHUP, so that a new one takes effect without a restart; open
//! connections keep the one they started with.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use anyhow::{Context, Result};
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;

/// A certificate chain and its key, as last read.
pub struct Certificates {
    chain: PathBuf,
    key: PathBuf,
    config: RwLock<Arc<ServerConfig>>,
}

impl Certificates {
    /// # Errors
    /// If a file cannot be read, or the two do not belong together.
    pub fn open(chain: PathBuf, key: PathBuf) -> Result<Self> {
        let config = RwLock::new(read(&chain, &key)?);
        Ok(Self { chain, key, config })
    }

    /// The acceptor for new connections.
    pub fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(self.config.read().unwrap_or_else(PoisonError::into_inner).clone())
    }

    /// Reloads the files.
    ///
    /// # Errors
    /// As for [`Certificates::open`]; the previous certificate stays in use.
    pub fn reread(&self) -> Result<()> {
        let config = read(&self.chain, &self.key)?;
        *self.config.write().unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }

    /// Reloads them at every SIGHUP, until `stop` fires.
    pub async fn follow(&self, stop: CancellationToken) {
        #[cfg(unix)]
        {
            let Ok(mut told) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup()) else {
                return tracing::warn!("SIGHUP cannot be handled: restart to load a new certificate");
            };
            loop {
                tokio::select! {
                    () = stop.cancelled() => return,
                    heard = told.recv() => if heard.is_none() { return },
                }
                match self.reread() {
                    Ok(()) => tracing::info!("the certificate was read again"),
                    Err(error) => tracing::error!("the new certificate cannot be used: {error:#}"),
                }
            }
        }
        #[cfg(not(unix))]
        stop.cancelled().await;
    }
}

fn read(chain: &Path, key: &Path) -> Result<Arc<ServerConfig>> {
    let told = |file: &Path| format!("{} cannot be read as PEM", file.display());
    let certificates = CertificateDer::pem_file_iter(chain).with_context(|| told(chain))?;
    let certificates = certificates.collect::<Result<Vec<_>, _>>().with_context(|| told(chain))?;
    let private = PrivateKeyDer::from_pem_file(key).with_context(|| told(key))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(certificates, private)
        .with_context(|| format!("{} and {} do not belong together", chain.display(), key.display()))?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}
