//! A short campaign, always the same one, and all giants: what `make fuzz` does for as long as one likes.

use std::sync::OnceLock;
use std::time::Duration;

use snarl_fuzz::campaign::Campaign;
use snarl_fuzz::check::{Case, Checker, Input, Limits};
use snarl_fuzz::corpus::{Corpus, Library};
use snarl_fuzz::folder::TempFolder;
use snarl_fuzz::giants::GIANTS;
use snarl_fuzz::watch::on_one_thread;

const BATCHES: u64 = 12;

/// For code that is not optimised, on a machine that does other things too.
fn limits() -> Limits {
    Limits { time: Duration::from_secs(20), ..Limits::default() }
}

/// Opened once: it takes as long as a test.
fn corpus() -> &'static Corpus {
    static CORPUS: OnceLock<Corpus> = OnceLock::new();
    CORPUS.get_or_init(|| Corpus::open(None, &[]).unwrap_or_else(|message| panic!("{message}")))
}

#[test]
fn nothing_goes_wrong_in_a_short_campaign() {
    on_one_thread(|| {
        let (corpus, failures) = (corpus(), TempFolder::new().unwrap());
        let mut campaign = Campaign::new(corpus, limits(), failures.path());
        for seed in 0..BATCHES {
            let found = campaign.run(seed).unwrap();
            assert!(found.is_empty(), "seed {seed}: {found:#?}");
        }
        // If nearly nothing gets through, nothing is tested.
        let counts = campaign.counts;
        assert!(counts.iterations > 300 && counts.archives > 0, "{counts}");
        assert!(counts.parsed * 10 > counts.iterations * 6, "{counts}");
        assert!(counts.verified > 2 * counts.parsed && counts.rejected > 0, "{counts}");
        assert!(counts.resolved > counts.parsed, "{counts}");
    });
}

#[test]
fn what_is_large_stays_cheap() {
    on_one_thread(|| {
        let corpus = corpus();
        for giant in GIANTS {
            let input = Input::Classes((giant.classes)(5));
            let mut checker = Checker::new(corpus, limits()).unwrap();
            checker.check(&Case { input, library: Library::None, valid: false, seed: 0 });
            assert!(checker.findings.is_empty(), "{}: {:#?}", giant.name, checker.findings);
        }
    });
}
