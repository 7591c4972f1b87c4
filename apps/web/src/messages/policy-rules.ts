import { formatNumber, plural } from '../language/format.ts'
import { ruleWords } from '@assay/engine/policies/rules/words.ts'

/** Settings: policy rules; and what they say in reports. */
export const policyRules = {
  title: 'Rules',
  lead: 'What decides the outcome of a scan: minimum scores, license policies, and conditions in CEL that fail it, warn, or decide about findings.',
  add: 'New rule',
  none: 'No rules yet. Start from a ready-made one.',
  columns: { name: 'Rule', effect: 'Effect', reach: 'Projects', hits: 'Last scans' },
  effects: {
    fail: 'Fail',
    warn: 'Warn',
    approve: 'Require approval',
    triage: 'Decide',
    notify: 'Notify',
  },
  effectHints: {
    fail: 'The scan fails.',
    warn: 'The hit is listed; the scan does not fail.',
    approve: 'The scan fails until the finding is accepted.',
    triage: 'Open findings take the state. It is taken back when the rule changes.',
    notify: 'Members and channels hear of hits that the scan before did not have.',
  },
  effect: 'Effect',
  decidedState: 'State',
  notifyMembers: 'Members',
  notifyChannels: 'Channels',
  notifyHint: 'Each gets one message for a scan with new hits.',
  noChannels: 'No channels. Set one up under Notifications.',
  justification: 'Justification',
  mode: 'Mode',
  modes: { on: 'Active', log: 'Log only', off: 'Off' },
  unknown: 'If a fact is unknown',
  unknownEffects: { pass: 'Do nothing', warn: 'Warn', apply: 'Apply the effect' },
  description: 'Description',
  condition: 'Condition',
  conditionHint: 'Type to see the words. && and, || or, ! not, in, has(…)',
  /** The server's words for what is wrong with a condition. */
  issue: (message: string) => message,
  suggestions: 'Words',
  mayBeUnknown: 'may be unknown',
  template: 'Start from',
  noTemplate: 'An empty rule',
  appliesTo: {
    finding: 'Checked for each finding',
    component: 'Checked for each component',
    scan: 'Checked once for each scan',
  },
  hits: (branches: number, findings: number) =>
    `${plural(findings, 'hit')} in ${plural(branches, 'branch', 'branches')}`,
  noHits: 'No hits',
  ofProject: 'One project',
  ofGroup: 'One group',
  group: 'Group',
  anyGroup: 'All projects',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  save: 'Save',
  remove: 'Delete',
  removeOf: (name: string) => `Delete ${name}`,
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText: 'The rule no longer applies. Earlier reports are kept.',
  turned: {
    on: (name: string) => `${name} turned on.`,
    off: (name: string) => `${name} turned off.`,
  },
  turnOf: {
    on: (name: string) => `Turn on ${name}`,
    off: (name: string) => `Turn off ${name}`,
  },
  turn: { on: 'Turn on', off: 'Turn off' },
  preview: {
    run: 'Preview',
    title: 'Preview on the last scans',
    running: (done: number, total: number) => `${done} of ${total} projects evaluated`,
    none: 'Nothing would change: no project has a hit.',
    summary: (hits: number, changed: number) =>
      `${hits} ${hits === 1 ? 'project has' : 'projects have'} hits, the outcome of ${changed} would change.`,
    before: 'Now',
    after: 'Then',
    project: 'Project',
    hits: 'Hits',
    more: (count: number) => `and ${count} more`,
    same: 'unchanged',
  },
  evaluation: {
    waiting: 'Changed rules are about to be applied to stored results.',
    running: (done: string, total: string) =>
      `Changed rules are applied to stored results: ${done} of ${total} branches.`,
    evaluated: (count: number) => `Changed rules were applied to ${plural(count, 'branch', 'branches')}`,
    /** After `evaluated`, before the time. */
    rescanned: (count: number) => `${formatNumber(count)} scanned again: `,
  },
  minimums: {
    title: 'Minimum scores',
    lead: 'A scan fails if a score is below its minimum. Changes also apply to stored results.',
    inherited:
      'What is left empty is inherited: a project’s own come first, then the highest of its tags, of its groups, and those of the account.',
    below: 'Projects below policy',
    add: 'Minimum scores of a tag',
    tag: 'Tag',
    save: 'Save',
    scores: { security: 'Security', stability: 'Stability', licensing: 'Licensing' },
  },
  repository: {
    title: 'assay.yaml in repositories',
    lead: 'What such a file may say of the rules of the account. Its own rules always apply.',
    modes: {
      stricter: { label: 'Only stricter', hint: 'It may add rules and raise minimum scores.' },
      loosen: { label: 'May loosen', hint: 'It may also lower minimum scores and turn off rules.' },
    },
    changed: 'Updated.',
  },
  report: {
    title: 'Policy rules',
    failed: (count: number) => (count === 1 ? 'Failed by 1 rule' : `Failed by ${count} rules`),
    warned: (count: number) => (count === 1 ? '1 rule warns' : `${count} rules warn`),
    unknown: (count: number) => `${count} undecided: facts are unknown`,
    undecided: (words: string) => `undecided: ${words} unknown`,
    logged: 'log only',
    more: (count: number) => `and ${count} more`,
    ofFile: (file: string) => `from ${file}`,
  },
  words: Object.fromEntries(ruleWords.map(({ name, description }) => [name, description])) as Record<
    string,
    string
  >,
} as const
