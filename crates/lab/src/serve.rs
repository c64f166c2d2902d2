//! The server itself: it binds, says where it is, and takes connections until it is told to stop.
//!
//! Connections are few enough to count, and each is a task of its own; what they ask for passes the guard before
//! anything else sees it.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::app::{App, router};
use crate::browser;
use crate::connection;
use crate::guard::{Guard, Reach};
use crate::jobs::Jobs;
use crate::limits::MOST_CONNECTIONS;
use crate::pages::Pages;
use crate::token::Token;

const OPEN: &str = "this server can be reached from other machines, without encryption; whoever knows the address with \
                    its token can use it";

/// How the lab is to run.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Where to listen; loopback unless told.
    pub listen: Option<IpAddr>,
    /// On which port; any free one for 0.
    pub port: u16,
    /// The folder for results; `None` keeps them in memory.
    pub data: Option<PathBuf>,
    /// A folder with the page, instead of the one in the program.
    pub page: Option<PathBuf>,
}

/// Why the lab does not start.
#[derive(Debug, Error)]
pub enum LabError {
    /// The address is not free.
    #[error("cannot listen on {0}: {1}; choose another with --port")]
    Listen(SocketAddr, io::Error),
    /// The folder for results cannot be used.
    #[error("cannot keep results in {0}: {1}; choose another folder with --data")]
    Data(PathBuf, String),
    /// The folder of the page cannot be read.
    #[error("cannot read the page in {0}: {1}")]
    Page(PathBuf, io::Error),
    /// The system gives no random numbers or no threads.
    #[error("cannot start: {0}")]
    System(String),
}

/// A lab that listens and waits to be run.
pub struct Lab {
    listener: TcpListener,
    router: Router,
    jobs: Jobs,
    url: String,
    token: String,
    reach: Reach,
    has_page: bool,
}

impl Lab {
    /// Binds and gets everything ready. Needs to be called within a Tokio runtime.
    pub async fn bind(settings: &Settings) -> Result<Self, LabError> {
        let ip = settings.listen.unwrap_or(Ipv4Addr::LOCALHOST.into());
        let wanted = SocketAddr::new(ip, settings.port);
        let listener = TcpListener::bind(wanted).await.map_err(|error| LabError::Listen(wanted, error))?;
        let address = listener.local_addr().map_err(|error| LabError::Listen(wanted, error))?;
        let token = Token::fresh().map_err(|error| LabError::System(error.to_string()))?;
        let reach = if ip.is_loopback() { Reach::Loopback } else { Reach::Elsewhere };
        let jobs = open_jobs(settings)?;
        let pages = match &settings.page {
            Some(folder) => {
                Pages::of_folder(folder).map_err(|error| LabError::Page(folder.clone(), error))?
            }
            None => Pages::embedded(),
        };
        let has_page = pages.exist();
        let text = token.text().to_owned();
        let url = match reach {
            Reach::Loopback => format!("http://{address}/"),
            Reach::Elsewhere => format!("http://{address}/?token={text}"),
        };
        let app = App::new(Guard::new(names(address), token, reach), pages, jobs.clone());
        Ok(Self { listener, router: router(app), jobs, url, token: text, reach, has_page })
    }

    /// The address of the page.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The token of this run.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// What a person should know before using it.
    pub fn warning(&self) -> Option<String> {
        let open = (self.reach == Reach::Elsewhere).then_some(OPEN);
        let bare =
            (!self.has_page).then_some("the page was not built into this program; `make lab` builds it");
        let said: Vec<&str> = open.into_iter().chain(bare).collect();
        (!said.is_empty()).then(|| said.join("; "))
    }

    /// Takes connections until the future is done.
    pub async fn serve(self, until: impl Future<Output = ()>) {
        let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        tokio::pin!(until);
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = &mut until => break,
            };
            let Ok((stream, _)) = accepted else {
                // out of file descriptors, most likely: give the others time to end
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let Ok(permit) = Arc::clone(&room).try_acquire_owned() else {
                connection::refuse(&stream);
                continue;
            };
            let router = self.router.clone();
            tokio::spawn(async move {
                let _permit = permit;
                connection::answer(stream, router).await;
            });
        }
        self.jobs.close();
    }
}

#[allow(clippy::disallowed_methods, reason = "makes the one folder that the database lies in")]
fn open_jobs(settings: &Settings) -> Result<Jobs, LabError> {
    let Some(folder) = &settings.data else {
        return Jobs::open(None).map_err(|error| LabError::System(error.to_string()));
    };
    let refused = |error: String| LabError::Data(folder.clone(), error);
    std::fs::create_dir_all(folder).map_err(|error| refused(error.to_string()))?;
    Jobs::open(Some(&folder.join("lab.sqlite"))).map_err(|error| refused(error.to_string()))
}

/// The names by which a browser may call this server.
fn names(address: SocketAddr) -> Vec<String> {
    let port = address.port();
    let mut names = vec![address.to_string()];
    if address.ip().is_loopback() || address.ip().is_unspecified() {
        names.extend([format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("[::1]:{port}")]);
    }
    if port == 80 {
        names.extend(names.clone().iter().filter_map(|name| name.strip_suffix(":80").map(str::to_owned)));
    }
    names
}

/// Whether the browser is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// It is.
    Browser,
    /// It is not.
    Nothing,
}

/// Runs the lab until it is interrupted. `ready` is told the address, and a warning if there is one.
pub fn run(
    settings: &Settings,
    opening: Opening,
    ready: impl FnOnce(&str, Option<&str>),
) -> Result<(), LabError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| LabError::System(error.to_string()))?;
    runtime.block_on(async {
        let lab = Lab::bind(settings).await?;
        ready(lab.url(), lab.warning().as_deref());
        if opening == Opening::Browser {
            browser::open(lab.url());
        }
        lab.serve(async {
            let _ = tokio::signal::ctrl_c().await;
        })
        .await;
        Ok(())
    })?;
    runtime.shutdown_timeout(Duration::from_secs(1));
    Ok(())
}
