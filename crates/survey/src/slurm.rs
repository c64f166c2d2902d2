//! The job script for Slurm. Nothing here knows a scheduler's state: an array of tasks, and one command for each.

/// Numbers as job arrays write them: `1-4,7,9-12`.
pub fn array(tasks: &[u64]) -> String {
    let text = |run: &[u64]| match run {
        [one] => one.to_string(),
        _ => format!("{}-{}", run[0], run[run.len() - 1]),
    };
    tasks.chunk_by(|a, b| a + 1 == *b).map(text).collect::<Vec<_>>().join(",")
}

/// A word for the shell.
fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+,:@%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// The script: `program` is the command, `folder` that of the survey, both as absolute paths.
pub fn script(program: &str, folder: &str, tasks: &[u64]) -> String {
    format!(
        "#!/bin/bash\n\
         #SBATCH --job-name=sprague-survey\n\
         #SBATCH --array={}\n\
         #SBATCH --cpus-per-task=1\n\
         #SBATCH --requeue\n\
         #SBATCH --open-mode=append\n\
         #SBATCH --output={}\n\
         # A minute before the time limit the task is asked to stop; it then ends with exit code 4 and goes on when it is\n\
         # started again. `exec`: the signal must reach the program, not the shell.\n\
         #SBATCH --signal=B:TERM@60\n\
         exec {} survey run --quiet --dir {}\n",
        array(tasks),
        quoted(&format!("{folder}/%A_%a.out")),
        quoted(program),
        quoted(folder),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_and_paths_are_written_as_slurm_and_the_shell_read_them() {
        assert_eq!(array(&[1, 2, 3, 4, 7, 9, 10]), "1-4,7,9-10");
        assert_eq!(array(&[]), "");
        let script = script("/opt/my tools/sprague", "/data/it's", &[1, 2]);
        assert!(
            script.contains("exec '/opt/my tools/sprague' survey run --quiet --dir '/data/it'\\''s'\n"),
            "{script}"
        );
        assert!(script.starts_with("#!/bin/bash\n#SBATCH"));
    }
}
