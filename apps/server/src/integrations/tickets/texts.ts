import { type Texts, textsOf } from '#platform/texts/text.ts'

/** Deliveries that create and update issues. */
export const ticketTexts = {
  en: {
    issueStatuses: 'Status of issues',
    issueStatus: 'Status of {issue}',
    issuesPlanned: 'Issues to create or update: {count}',
    statusesRead: 'Statuses read: {count}',
    issueCreated: 'Created {issue}',
    issueClosed: 'Closed {issue}',
    issueReopened: 'Reopened {issue}',
    issueFixed: '{issue} is fixed',
    issueOpenAgain: '{issue} is open again',
    issueDeleted: '{issue} was deleted',
    issueNotNeeded: 'Fixed before an issue was created',
    ticketGone: 'The project or its issue no longer exists',
    issueUncertain: 'An earlier attempt may have created the issue; searching for it again',
    issueInProgress: 'Another attempt is creating the issue',
  },
  de: {
    issueStatuses: 'Status der Vorgänge',
    issueStatus: 'Status von {issue}',
    issuesPlanned: 'Anzulegende oder zu ändernde Vorgänge: {count}',
    statusesRead: 'Abgerufene Status: {count}',
    issueCreated: '{issue} angelegt',
    issueClosed: '{issue} geschlossen',
    issueReopened: '{issue} wieder geöffnet',
    issueFixed: '{issue} ist behoben',
    issueOpenAgain: '{issue} ist wieder offen',
    issueDeleted: '{issue} wurde gelöscht',
    issueNotNeeded: 'Behoben, bevor ein Vorgang angelegt war',
    ticketGone: 'Das Projekt oder sein Vorgang existiert nicht mehr',
    issueUncertain: 'Ein früherer Versuch hat den Vorgang vielleicht angelegt; er wird noch einmal gesucht',
    issueInProgress: 'Ein anderer Versuch legt den Vorgang gerade an',
  },
} as const satisfies Texts

export const ticketText = textsOf(ticketTexts)
