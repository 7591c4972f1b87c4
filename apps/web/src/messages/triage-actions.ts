/** What members decide about findings, and the cases of exploited vulnerabilities. */
export const triageActions = {
  triage: {
    title: 'Triage',
    actions: {
      decide: 'Changed findings',
      revert: 'Undid a change of findings',
      comment: 'Commented on a finding',
      editComment: 'Changed a comment',
      removeComment: 'Deleted a comment',
    },
  },
  decisions: {
    title: 'Decisions',
    actions: {
      create: 'Created a decision',
      settle: 'Approved or rejected decisions',
      end: 'Ended decisions',
    },
  },
  cases: {
    title: 'Cases',
    actions: {
      create: 'Opened a case',
      update: 'Changed a case',
      settle: 'Recorded a deadline of a case',
      comment: 'Added a note to a case',
      close: 'Closed a case',
      configure: 'Set deadlines of cases',
    },
  },
}
