import { plural } from '../language/format.ts'

/** The dialog that excludes findings, from a report or from the list of fixes. */
export const exclude = {
  start: 'Exclude…',
  end: 'Remove exclusion',
  pending: 'Excluded, pending rescan',
  hint: 'Rescans the branch without this finding',
  hintOfAll: 'Rescans the branch without these findings',
  notAllowed: 'You do not have permission to change exclusions',
  title: (name: string) => `Exclude this finding in ${name}`,
  titleOfAll: (count: number, name: string) => `Exclude ${plural(count, 'finding')} in ${name}`,
  startOf: (name: string) => `Exclude findings in ${name}`,
  why: 'Reason',
  choose: 'Choose a reason',
  reasons: {
    mitigated: ['Mitigated', 'Mitigated by another control'],
    unapplicable: ['Not applicable', 'Vulnerable code is not used'],
  },
  where: 'Scope',
  reaches: {
    project: ['This project', 'All branches'],
    account: ['All projects', 'Every project of the account'],
  },
  submit: 'Exclude',
  cancel: 'Cancel',
  done: (count: number) => `${plural(count, 'finding')} excluded. Rescanning…`,
  doneWithoutScan: (count: number) => `${plural(count, 'finding')} excluded from the next scan.`,
  rescanned: 'Rescan finished.',
  rescanFailed: 'The rescan failed. The exclusion applies from the next scan.',
  partly: (done: number, all: number) => `Excluded ${done} of ${plural(all, 'finding')}.`,
  ended: 'Exclusion removed. Rescanning…',
  endedWithoutScan: 'Exclusion removed. The finding counts again from the next scan.',
  undo: 'Undo',
  findings: 'Findings to exclude',
  failed: 'Failed to load the findings.',
  none: 'No open findings of this package in the latest scan.',
} as const
