#pragma once

#include "harness/run/run.hpp"

namespace stiffbench {

/// Searches for the fastest settings of a run that keep its result.
///
/// The search changes the parameters that have a Ladder and that the request does not name. The
/// control has the first, most precise number of each ladder, and the requested words; where it
/// fails, the second or the third number, and where it takes more than three time limits, the
/// third. A setting is accepted if the run ends ok and its result differs from that of the control
/// by at most the bound, a tenth of the control's error or the reference's own error if that is
/// larger. Differences are measured as errors are: in the energy norm at the end of the run, where
/// the problem has one, and otherwise in the positions at all checkpoints.
///
/// The settings of `start`, or the requested ones, are observed before the control. Where they take
/// longer than the time limit, the control may take no longer than that, and the search ends if it
/// does. The search begins with `start` if it is accepted; slower settings are then given up
/// earlier. Numbers come first, in order of declaration: each goes to less precise values while
/// they are accepted and not worse in every counter of work. Then each word is replaced by every
/// other one of its ladder, and numbers that only this word uses are searched with it. A setting
/// that counts at least as many calls of every kind as another accepted one with the same words,
/// and more of one kind, is not considered further; among the others the shortest observed pass
/// leads. Words are compared by time alone, because algorithms differ in work that is not counted;
/// one that gives the same digits with the same counts is left out unless its pass is clearly
/// shorter. The up to three fastest, within 30% and 10 ms, or 10% and 0.2 s of longer passes, and
/// the requested settings, if they are accepted and within 50% and 10 ms, are timed in turns, three
/// samples each, and the smallest median wins. Of passes of more than 1 s, one further sample
/// joins the observed pass. With SearchStart::carries_algorithms no algorithm is replaced where the
/// settings of `start`, or more precise ones, are accepted. The time of requested settings that are
/// not considered is for comparison alone. Slower requested settings are timed once.
///
/// A run without parameters to search, whose control fails, or whose error is not known is not
/// tuned; Tuning::reason says why.
Tuned tune(const RunPlan& requested, const Judge& judge, const Limits& limits,
           const std::optional<SearchStart>& start = {});

}  // namespace stiffbench
