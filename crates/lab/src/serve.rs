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
use sprague_store::{Disk, Folder, Lock, System};
use thiserror::Error;
use tokio::net::TcpListener;

use crate::app::App;
use crate::browser;
use crate::connection::{self, Connections};
use crate::guard::Guard;
use crate::jobs::Jobs;
use crate::limits::MOST_CONNECTIONS;
use crate::names::{hosts, names};
use crate::pages::Pages;
use crate::router::router;

const OPEN: &str = "this server can be reached from other machines, without encryption; whoever knows the address with \
                    its token can use it";

/// How the lab is to run.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Where to listen; loopback unless told.
    pub listen: Option<IpAddr>,
    /// On which port; any free one for 0.
    pub port: u16,
    /// Further names by which the server is reached.
    pub names: Vec<String>,
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
    /// Another lab works in the folder for results.
    #[error("another lab keeps its results in {0}; end it, or choose another folder with --data")]
    Locked(PathBuf),
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
    guard: Arc<Guard>,
    names: Vec<String>,
    warnings: Vec<String>,
    _lock: Option<Box<dyn Lock>>,
}

impl Lab {
    /// Binds and gets everything ready. Needs to be called within a Tokio runtime.
    pub async fn bind(settings: &Settings) -> Result<Self, LabError> {
        let ip = settings.listen.unwrap_or(Ipv4Addr::LOCALHOST.into());
        let wanted = SocketAddr::new(ip, settings.port);
        let listener = TcpListener::bind(wanted).await.map_err(|error| LabError::Listen(wanted, error))?;
        let address = listener.local_addr().map_err(|error| LabError::Listen(wanted, error))?;
        let pages = match &settings.page {
            Some(folder) => {
                Pages::of_folder(folder).map_err(|error| LabError::Page(folder.clone(), error))?
            }
            None => Pages::embedded(),
        };
        let mut warnings = Vec::new();
        let (lock, jobs) = open_jobs(settings, &mut warnings)?;
        if !ip.is_loopback() {
            warnings.push(OPEN.to_owned());
        }
        if !pages.exist() {
            warnings.push("the page was not built into this program; `make lab` builds it".to_owned());
        }
        let names = names(address, &settings.names);
        let guard = Guard::new(hosts(&names), address.port());
        let guard = Arc::new(guard.map_err(|error| LabError::System(error.to_string()))?);
        let router = router(App::new(Arc::clone(&guard), pages, jobs.clone()));
        Ok(Self { listener, router, jobs, guard, names, warnings, _lock: lock })
    }

    /// The address that the server listens on.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// The addresses of the page, each with the token; the best one first.
    pub fn urls(&self) -> Vec<String> {
        let url = |name: &String| format!("http://{name}/?token={}", self.guard.token());
        match self.address() {
            // the names of loopback are one
            Ok(address) if address.ip().is_loopback() => self.names.iter().take(1).map(url).collect(),
            _ => self.names.iter().map(url).collect(),
        }
    }

    /// An address for a browser on this machine that can be opened once.
    pub fn ticket_url(&self) -> Option<String> {
        let ticket = self.guard.ticket().ok()?;
        let port = self.address().ok()?.port();
        let own = format!("127.0.0.1:{port}");
        let name = self.names.iter().find(|name| **name == own).or(self.names.first())?;
        Some(format!("http://{name}/?token={}", ticket.text()))
    }

    /// The token of this run.
    pub fn token(&self) -> &str {
        self.guard.token()
    }

    /// What a person should know before using it, a line each.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Takes connections until the future is done.
    pub async fn serve(self, until: impl Future<Output = ()>) {
        let connections = Connections::new(MOST_CONNECTIONS);
        tokio::pin!(until);
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = &mut until => break,
            };
            let Ok((stream, _)) = accepted else {
                // out of file descriptors, most likely: one that waits makes room
                connections.end_oldest();
                tokio::time::sleep(Duration::from_millis(5)).await;
                continue;
            };
            let Some(place) = connections.admit() else {
                connection::refuse(&stream);
                continue;
            };
            let router = self.router.clone();
            tokio::spawn(connection::answer(stream, router, place));
        }
        self.jobs.close();
    }
}

/// The jobs of the folder for results, and the lock that keeps other labs out of it.
fn open_jobs(
    settings: &Settings,
    warnings: &mut Vec<String>,
) -> Result<(Option<Box<dyn Lock>>, Jobs), LabError> {
    let Some(folder) = &settings.data else {
        let jobs = Jobs::in_memory().map_err(LabError::System)?;
        return Ok((None, jobs));
    };
    let refused = |error: String| LabError::Data(folder.clone(), error);
    Folder::new(Arc::new(System), folder).create("").map_err(|error| refused(error.to_string()))?;
    let lock = System.lock(&folder.join("lab.lock")).map_err(|error| refused(error.to_string()))?;
    let lock = lock.ok_or_else(|| LabError::Locked(folder.clone()))?;
    let jobs = Jobs::of_folder(folder, warnings).map_err(refused)?;
    Ok((Some(lock), jobs))
}

/// Whether the browser is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// It is.
    Browser,
    /// It is not.
    Nothing,
}

/// Runs the lab until it is interrupted. `ready` is told the addresses and the warnings.
pub fn run(
    settings: &Settings,
    opening: Opening,
    ready: impl FnOnce(&[String], &[String]),
) -> Result<(), LabError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| LabError::System(error.to_string()))?;
    runtime.block_on(async {
        let interrupted = interrupted().map_err(|error| LabError::System(error.to_string()))?;
        let lab = Lab::bind(settings).await?;
        ready(&lab.urls(), lab.warnings());
        if opening == Opening::Browser
            && let Some(url) = lab.ticket_url()
        {
            browser::open(&url);
        }
        lab.serve(interrupted).await;
        Ok(())
    })?;
    runtime.shutdown_timeout(Duration::from_secs(1));
    Ok(())
}

/// Listens for Ctrl-C, SIGTERM and SIGHUP, from now on: each ends the lab in order, with its database closed.
#[cfg(unix)]
fn interrupted() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hangup = signal(SignalKind::hangup())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        }
    })
}

/// Listens for Ctrl-C, from now on: it ends the lab in order, with its database closed.
#[cfg(windows)]
fn interrupted() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}
