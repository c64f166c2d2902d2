//! A lab in a process of its own: the test program starts itself again as the server, so that its memory can be read
//! and its end would be seen.

use std::io::{BufRead, BufReader, Read as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use sprague_lab::{Lab, Settings};

use super::client::{Client, most_memory};

const FOLDER: &str = "SPRAGUE_LAB_CHILD";

/// The server, when the attacks start this program again; nothing otherwise.
#[test]
#[ignore = "started by the attacks"]
fn serve_in_this_process() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let settings = Settings { data: Some(folder.into()), ..Settings::default() };
        let lab = Lab::bind(&settings).await.expect("a free port");
        println!("\nlab {} {}", lab.address().expect("an address").port(), lab.token());
        let ended = tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new()));
        lab.serve(async {
            let _ = ended.await;
        })
        .await;
    });
    runtime.shutdown_timeout(std::time::Duration::from_secs(1));
}

/// A lab as a process; it ends with this value.
pub struct Process {
    pub client: Client,
    child: Child,
}

impl Process {
    /// Starts a lab on a folder, with so many file descriptors where that is told.
    pub fn start(folder: &Path, descriptors: Option<u32>) -> Self {
        let program = std::env::current_exe().expect("this program");
        let mut command = match descriptors {
            Some(most) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("ulimit -n {most} && exec \"$0\" \"$@\"")]).arg(program);
                shell
            }
            None => Command::new(program),
        };
        let mut child = command
            .args(["process::serve_in_this_process", "--exact", "--ignored", "--nocapture"])
            .env(FOLDER, folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let line = lines.find_map(|line| line.expect("a line").strip_prefix("lab ").map(str::to_owned));
        std::thread::spawn(move || lines.for_each(drop));
        let line = line.expect("the lab starts");
        let (port, token) = line.split_once(' ').expect("a port and a token");
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port.parse().expect("a port")));
        Self { client: Client { address, token: token.to_owned() }, child }
    }

    /// Whether it still runs.
    pub fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// The time that its threads have computed so far, in hundredths of a second, where the system tells it.
    #[allow(clippy::disallowed_methods, reason = "asks the system about the process")]
    pub fn cpu_ticks(&self) -> Option<u64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // the fields behind the name, which stands in brackets
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    }

    /// The most memory that it has had, in bytes, where the system tells it.
    pub fn most_memory(&self) -> Option<u64> {
        most_memory(&self.child.id().to_string())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
