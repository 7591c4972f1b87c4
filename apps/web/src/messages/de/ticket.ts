import type { Translation } from '../../language/translation.ts'
import type { ticket as english } from '../ticket.ts'

export const ticket: Translation<typeof english> = {
  create: 'Jira-Vorgang anlegen',
  createFor: (name) => `Jira-Vorgang für ${name} anlegen`,
  creating: 'Wird angelegt …',
  queued: 'Jira-Vorgang in der Warteschlange',
  open: (key, status) => (status === null ? key : `${key} · ${status}`),
  openFor: (key, name) => `Jira-Vorgang ${key} für ${name} öffnen`,
  created: (key) => `Jira-Vorgang ${key} angelegt.`,
  waiting: 'Der Jira-Vorgang wird angelegt.',
}
