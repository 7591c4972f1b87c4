import type { Translation } from '../../language/translation.ts'
import type { ticket as english } from '../ticket.ts'

/** Jira’s own term for issues. */
const nounOf = (service: string) => (service === 'Jira' ? 'Jira-Vorgang' : `${service}-Issue`)

export const ticket: Translation<typeof english> = {
  create: (service) => `${nounOf(service)} anlegen`,
  createFor: (service, name) => `${nounOf(service)} für ${name} anlegen`,
  creating: 'Wird angelegt …',
  queued: (service) => `${nounOf(service)} in der Warteschlange`,
  open: (key, status) => (status === null ? key : `${key} · ${status}`),
  openFor: (service, key, name) => `${nounOf(service)} ${key} für ${name} öffnen`,
  created: (service, key) => `${nounOf(service)} ${key} angelegt.`,
  waiting: (service) => `${nounOf(service)} wird angelegt.`,
}
