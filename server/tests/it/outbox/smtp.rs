//! An SMTP server, as far as sending one message at a time needs it (RFC 5321).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::app::until;

/// Messages by recipient.
type Mails = Arc<Mutex<Vec<(String, String)>>>;

pub struct Smtp {
    pub url: String,
    mails: Mails,
    refuses: Arc<AtomicBool>,
}

impl Smtp {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let this = Self { url, mails: Arc::default(), refuses: Arc::default() };
        let (mails, refuses) = (this.mails.clone(), this.refuses.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(talk(stream, mails.clone(), refuses.clone()));
            }
        });
        this
    }

    /// Refuses the next message temporarily.
    pub fn refuse_next(&self) {
        self.refuses.store(true, Ordering::Relaxed);
    }

    pub fn all(&self) -> Vec<(String, String)> {
        self.mails.lock().unwrap().clone()
    }

    /// The message for a recipient, once it arrives.
    pub async fn to(&self, whom: &str) -> String {
        let (_, mail) = until(whom, async || self.all().into_iter().find(|(to, _)| to == whom)).await;
        mail
    }
}

async fn talk(stream: TcpStream, mails: Mails, refuses: Arc<AtomicBool>) {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let mut to = String::new();
    let mut say = async |text: &str| write.write_all(format!("{text}\r\n").as_bytes()).await.unwrap();
    say("220 mail.example").await;
    while let Ok(Some(line)) = lines.next_line().await {
        match line.get(..4).unwrap_or_default().to_uppercase().as_str() {
            "EHLO" | "HELO" => say("250 mail.example").await,
            "MAIL" => say("250 OK").await,
            "RCPT" => {
                to = line.split(['<', '>']).nth(1).unwrap().to_owned();
                say("250 OK").await;
            }
            "DATA" if refuses.swap(false, Ordering::Relaxed) => say("451 No time just now").await,
            "DATA" => {
                say("354 Go on").await;
                let mut mail = String::new();
                while let Ok(Some(line)) = lines.next_line().await {
                    if line == "." {
                        break;
                    }
                    mail.push_str(&line);
                    mail.push('\n');
                }
                mails.lock().unwrap().push((to.clone(), mail));
                say("250 Taken").await;
            }
            "QUIT" => {
                say("221 Bye").await;
                return;
            }
            _ => say("250 OK").await,
        }
    }
}
