import type { Translation } from '../../language/translation.ts'
import type { refresh as english } from '../refresh.ts'

export const refresh: Translation<typeof english> = {
  start: (service) => `Von ${service} aktualisieren`,
  hint: (service) =>
    `Holt die Lockfiles und anderen Inventare dieses Branches von ${service} und scannt sie.`,
  running: 'Wird aktualisiert …',
  started: (name, service) => `${name} wird von ${service} aktualisiert …`,
  done: (name, branch) => `${name} aktualisiert, Branch ${branch}.`,
  failed: (name, reason) => `${name} wurde nicht aktualisiert. ${reason}`,
}
