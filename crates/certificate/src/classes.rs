//! The class theorem, P.11: periods with a saltus, split periods, moves that take any number of tokens.
//!
//! The certificate names n0, the multiple of the claimed period that is p, and the numbers N and L. Then everything is
//! a loop. (E) goes through the base options, whose parts are all below n0 + p, and asks for one line of the table in
//! `docs/certificate.md`; (I) goes through all options of the heaps N <= n < N + 2p (N + p without a saltus) and notes
//! how each value can be carried on. Small parts, below n0, never move.

use crate::options::Work;
use crate::small::primes_of;
use crate::{ClaimText, ClassText, ConditionText, ENDLESS, Fault, MOST_LEFT, MoveText, RuleText};
use crate::{holds, require};

const LIFT: u8 = 1;
const KEEP: u8 = 2;
const BOTH: u8 = 4;

/// The pattern G*, and how much work is left.
struct Pattern<'a> {
    rule: &'a RuleText,
    values: &'a [u32],
    n0: u64,
    p: u64,
    s: u64,
    /// P and the residues modulo P whose values do not grow.
    period: u64,
    constant: &'a [u64],
    n: u64,
    work: Work,
}

/// Whether the theorem proves the claim from these values of the heaps from 0 on, taken as given.
pub(crate) fn follows(
    rule: &RuleText,
    claim: ClaimText,
    text: &ClassText,
    values: &[u32],
    work: Work,
) -> Result<(), Fault> {
    let ClaimText { preperiod, period, saltus } = claim;
    let ClassText { from, multiple, window, low, .. } = *text;
    let (p, s) = (period.saturating_mul(multiple), saltus.saturating_mul(multiple));
    let turns = if s > 0 { 2 } else { 1 };
    let taken = |m: &MoveText| m.take.0.last().map_or(0, |r| if r.1 == ENDLESS { r.0 } else { r.1 });
    let k = rule.moves.iter().map(taken).max().unwrap_or(0);
    require("G1", multiple > 0, "the multiple is 0")?;
    let ascend = text.constant.windows(2).all(|pair| pair[0] < pair[1]);
    let residues = text.constant.last().is_none_or(|&last| last < period);
    let proper = text.constant.is_empty() || (saltus > 0 && (text.constant.len() as u64) < period);
    require("G2", ascend && residues && proper, "the constant residues are not what they must be")?;
    let exact = p.saturating_mul(turns).saturating_add(window) == values.len() as u64;
    require("G3", exact, "not as many values as the theorem needs")?;
    require("G4", from >= preperiod.max(1), "n0 is less than the preperiod, or 0")?;
    // G5 is implied. Heaps of [N, n0) have no part that moves, so (I) asks of them that they are constant and that every
    // value is kept by an endless move; that lasts. Lemma E does not use N >= n0: a base option with a part >= n0 is one
    // of a heap m >= n0. And with fewer than n0 + p values G* is not known.
    require("G5", window >= from, "N is less than n0")?;
    // G6 is implied. Only a move that leaves nothing can end: at n = i, where E1 compares it if i >= N; it is no witness
    // of (I). All other moves are moved up with their i as it is.
    require("G6", window > k, "N is not beyond all that a move takes")?;
    require("G7", window >= rule.settled(), "the rule still changes beyond N")?;
    require(
        "G8",
        low >= s.saturating_mul(2) && (s > 0 || low == 0),
        "L is less than 2s, or not 0 without a saltus",
    )?;
    let constant = &text.constant;
    let mut pattern = Pattern { rule, values, n0: from, p, s, period, constant, n: window, work };
    pattern.check_claim(preperiod, saltus)?;
    for m in &rule.moves {
        // moves that end somewhere are none of the heaps from N on
        if m.on.most() == ENDLESS {
            for h in m.leave.up_to(MOST_LEFT) {
                pattern.exclude(m, h, &mut Vec::new(), 1)?;
            }
        }
    }
    (window..window + turns * p).try_for_each(|n| pattern.include(n, low))
}

impl Pattern<'_> {
    fn count(&mut self, steps: u64) -> Result<(), Fault> {
        self.work.spend("G9", steps)
    }

    fn grows(&self, n: u64) -> bool {
        self.s > 0 && self.constant.binary_search(&(n % self.period)).is_err()
    }

    /// G* of any heap.
    fn star(&self, n: u64) -> u64 {
        if n < self.n0 + self.p {
            return self.values[n as usize].into();
        }
        let turns = (n - self.n0) / self.p;
        u64::from(self.values[(n - turns * self.p) as usize]) + if self.grows(n) { turns * self.s } else { 0 }
    }

    fn shift(&self) -> u32 {
        if self.s == 0 { 63 } else { self.s.trailing_zeros() }
    }

    /// R, the low part of a value.
    fn r(&self, value: u64) -> u64 {
        value & ((1 << self.shift()) - 1)
    }

    /// Q, the high part of a value.
    fn q(&self, value: u64) -> u64 {
        value >> self.shift()
    }

    /// The claim on the values at hand; that neither an earlier preperiod nor a divisor of the period will do.
    fn check_claim(&self, preperiod: u64, saltus: u64) -> Result<(), Fault> {
        let period = self.period;
        let value = |n: u64| u64::from(self.values[n as usize]);
        let step = |n: u64| if self.grows(n) { saltus } else { 0 };
        let repeats = |n: u64| value(n + period) == value(n) + step(n);
        let fails = (preperiod..self.values.len() as u64 - period).find(|&n| !repeats(n));
        require("C2", fails.is_none(), "the values do not repeat as claimed")?;
        require("C3", preperiod == 0 || !repeats(preperiod - 1), "the preperiod is not the least")?;
        let multiple = primes_of(period).into_iter().any(|u| {
            let later = |n: u64| n + period / u;
            let shorter = |n| step(later(n)) == step(n) && self.star(later(n)) == value(n) + step(n) / u;
            saltus.is_multiple_of(u) && (preperiod..preperiod + period).all(shorter)
        });
        require("C4", !multiple, "the period is not fundamental")
    }

    /// (E): lists the base options of a move that leaves h heaps, with `parts` already chosen.
    fn exclude(&mut self, m: &MoveText, h: u64, parts: &mut Vec<u64>, least: u64) -> Result<(), Fault> {
        if parts.len() as u64 == h {
            return self.exclude_one(m, parts);
        }
        let (single, smalls) = (m.take.most() < ENDLESS, h * (self.n0 - 1));
        // with all parts small such a heap is below N
        let none = single && parts.len() as u64 + 1 == h && m.take.most() + smalls < self.n;
        let (least, end) = (if none { least.max(self.n0) } else { least }, self.n0 + self.p);
        self.count(end.saturating_sub(least))?;
        for part in least..end {
            let next = match m.condition_at(h) {
                ConditionText::Differ(gap) if part < self.n0 => (part.saturating_add(gap)).min(self.n0),
                _ => part,
            };
            parts.push(part);
            self.exclude(m, h, parts, next)?;
            parts.pop();
        }
        Ok(())
    }

    fn exclude_one(&mut self, m: &MoveText, parts: &[u64]) -> Result<(), Fault> {
        let n0 = self.n0;
        let sum: u64 = parts.iter().sum();
        let value = parts.iter().fold(0, |value, &x| value ^ self.star(x));
        let large = parts.iter().filter(|&&x| x >= n0);
        let (mut a, mut c, mut high_sum) = (0, 0, 0);
        let mut d = self.q(value);
        for &x in large {
            if self.grows(x) {
                (a, high_sum, d) = (a + 1, high_sum + self.q(self.star(x)), d ^ self.q(self.star(x)));
            } else {
                c += 1;
            }
        }
        if a + c == 0 {
            let equal = parts.len() > 1 && parts.iter().all(|x| *x == parts[0]);
            if equal && m.condition_at(parts.len() as u64) == ConditionText::NotAllEqual {
                return Ok(());
            }
        }
        for &(low, high) in &m.take.0 {
            if high < ENDLESS {
                self.count(high - low + 1)?;
                for i in low..=high {
                    let met = a + c == 0 && sum + i >= self.n && value == self.star(sum + i);
                    require("E1", !met, "an option of small parts has the value of the pattern")?;
                    if a + c > 0 {
                        self.table(sum + i, value, (a, c, high_sum, d), false)?;
                    }
                }
                continue;
            }
            if a + c == 0 {
                self.count(self.p)?;
                let n = self.n;
                let fits = |n: u64| {
                    let star = self.star(n);
                    if self.grows(n) { value < star } else { value != star }
                };
                require("E2", (n..n + self.p).all(fits), "small parts can have the value of the pattern")?;
                continue;
            }
            let (mut i, mut settled) = (low, 0);
            while settled < self.p {
                self.count(1)?;
                self.table(sum + i, value, (a, c, high_sum, d), true)?;
                let beyond = !self.grows(sum + i) || high_sum + d < self.q(self.star(sum + i));
                settled = if beyond { settled + 1 } else { 0 };
                i += 1;
            }
        }
        Ok(())
    }

    /// The table of (E) for a base option of heap m: a growing parts with the sum S of their high parts, c constant
    /// parts, and the nim-sum d of the high parts of all but the growing ones.
    fn table(
        &self,
        m: u64,
        value: u64,
        (a, c, sum, d): (u64, u64, u64, u64),
        endless: bool,
    ) -> Result<(), Fault> {
        let star = self.star(m);
        if self.r(value) != self.r(star) {
            return Ok(());
        }
        let q = self.q(star);
        let later = self.q(self.s) * self.n.saturating_sub(m).div_ceil(self.p);
        let (number, fits) = match (self.grows(m), a, c) {
            (true, 0, _) => ("E3", d < q + later),
            (true, 1, 0) => {
                let odd = (d + q + sum) % 2 == 1;
                ("E4", d + q < sum || odd || ((d + q - sum) / 2) & !d != 0)
            }
            (true, _, 0) => ("E5", sum + d < q || (sum + d + q) % 2 == 1),
            (true, ..) => ("E6", sum + d < q),
            (false, 0, _) => ("E7", d != q),
            (false, 1, 0) => ("E8", q ^ d < if endless { sum } else { sum + later }),
            (false, 1, _) => ("E9", q ^ d < sum),
            (false, ..) => ("E10", false),
        };
        require(number, fits, format_args!("an option of heap {m} may have the value of the pattern"))
    }

    /// (I): every smaller value of heap n can be carried on.
    fn include(&mut self, n: u64, low: u64) -> Result<(), Fault> {
        let value = self.values[n as usize];
        let mut flags = vec![0_u8; value as usize];
        for m in self.rule.moves.iter().filter(|m| m.on.contains(n)) {
            for &(first, last) in &m.take.0 {
                self.count((last.min(n) + 1).saturating_sub(first) * (1 + m.leave.0.len() as u64))?;
                for i in first..=last.min(n) {
                    for h in m.leave.up_to(n - i) {
                        let ends = last == ENDLESS;
                        self.options(m, (n - i, h, ends), &mut Vec::new(), &mut flags)?;
                    }
                }
            }
        }
        let has = |v: u64, flag: u8| flags[v as usize] & flag != 0;
        let (value, grows) = (u64::from(value), self.grows(n));
        require("I1", !grows || low <= value, format_args!("heap {n}: L is greater than its value"))?;
        let kept = if grows { low.min(value) } else { value };
        let all = (0..kept).all(|v| has(v, KEEP));
        require("I2", all, format_args!("heap {n}: a value is not kept"))?;
        if grows {
            let both = (low - (2 * self.s).min(low)..kept).all(|v| has(v, BOTH));
            require("I3", both, format_args!("heap {n}: a value below L is not both kept and lifted"))?;
            let lifted = (low..value).all(|v| has(v, LIFT));
            require("I4", lifted, format_args!("heap {n}: a value is not lifted"))?;
        }
        Ok(())
    }

    /// Lists the options that leave `rest` as h more heaps, and notes how their values can be carried on.
    fn options(
        &mut self,
        m: &MoveText,
        (rest, h, endless): (u64, u64, bool),
        parts: &mut Vec<u64>,
        flags: &mut [u8],
    ) -> Result<(), Fault> {
        self.count(1)?;
        if h > 1 {
            for part in parts.last().map_or(1, |x| *x)..=rest / h {
                parts.push(part);
                self.options(m, (rest - part, h - 1, endless), parts, flags)?;
                parts.pop();
            }
            return Ok(());
        }
        if h == 1 {
            if rest < parts.last().map_or(1, |x| *x) {
                return Ok(());
            }
            parts.push(rest);
            if m.allows(parts) {
                let value = parts.iter().fold(0, |value, &x| value ^ self.values[x as usize]);
                if let Some(flag) = flags.get_mut(value as usize).filter(|flag| **flag < LIFT + KEEP + BOTH) {
                    *flag |= self.carried(m, parts, endless)?;
                }
            }
            parts.pop();
        } else if rest == 0
            && endless
            && let Some(flag) = flags.first_mut()
        {
            *flag |= KEEP;
        }
        Ok(())
    }

    /// How the value of an option can be carried on. A part moves in group 1 (lifted), group 2 (kept) or not at all.
    fn carried(&mut self, m: &MoveText, parts: &[u64], endless: bool) -> Result<u8, Fault> {
        let all = 0..parts.len();
        let high = |at: usize| self.q(self.star(parts[at]));
        let grows = |at: usize| parts[at] >= self.n0 && self.grows(parts[at]);
        let mut keepers: Vec<Vec<usize>> = endless.then(Vec::new).into_iter().collect();
        keepers.extend(all.clone().filter(|&at| parts[at] >= self.n0 && !grows(at)).map(|at| vec![at]));
        for one in all.clone().filter(|&one| grows(one)) {
            let same = (one + 1..parts.len()).filter(|&other| grows(other) && high(one) == high(other));
            keepers.extend(same.map(|other| vec![one, other]));
        }
        let alone =
            |lifted: usize| all.clone().filter(|&at| at != lifted).fold(0, |sum, at| sum ^ high(at)) == 0;
        let lifters: Vec<usize> = all.clone().filter(|&at| grows(at) && alone(at)).collect();
        let pairs = parts.len() * parts.len().saturating_sub(1) / 2;
        self.count((pairs * (lifters.len() * (keepers.len() + 1) + keepers.len())) as u64)?;
        let safe = |lifted: Option<usize>, kept: &[usize]| {
            let group = |at: usize| if lifted == Some(at) { 1 } else { 2 * u8::from(kept.contains(&at)) };
            self.is_safe(m, parts, &all.clone().map(group).collect::<Vec<u8>>())
        };
        let mut flags = 0;
        for &lifted in &lifters {
            flags |= if safe(Some(lifted), &[]) { LIFT } else { 0 };
            let other = |kept: &&Vec<usize>| holds("I6", !kept.contains(&lifted));
            flags |= if keepers.iter().filter(other).any(|kept| safe(Some(lifted), kept)) { BOTH } else { 0 };
        }
        Ok(flags | if keepers.iter().any(|kept| safe(None, kept)) { KEEP } else { 0 })
    }

    /// Whether the condition survives however often the groups move, each at its own pace.
    fn is_safe(&self, m: &MoveText, parts: &[u64], group: &[u8]) -> bool {
        let stays = |one: usize, other: usize, gap: u64| {
            let rest = (parts[other] - parts[one]) % self.p;
            let larger_moves = group[one] == 0 && parts[one] < parts[other];
            group[one] == group[other] || (rest >= gap && self.p - rest >= gap) || larger_moves
        };
        let mut pairs =
            (0..parts.len()).flat_map(|one| (one + 1..parts.len()).map(move |other| (one, other)));
        let safe = match m.condition_at(parts.len() as u64) {
            ConditionText::Any => true,
            ConditionText::Differ(gap) => pairs.all(|(one, other)| stays(one, other, gap)),
            ConditionText::NotAllEqual => {
                pairs.any(|(one, other)| parts[one] != parts[other] && stays(one, other, 1))
            }
        };
        holds("I5", safe)
    }
}
