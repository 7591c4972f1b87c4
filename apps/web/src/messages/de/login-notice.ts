import type { Translation } from '../../language/translation.ts'
import type { loginNotice as english } from '../login-notice.ts'

export const loginNotice: Translation<typeof english> = {
  required: 'FÜR DIE KENNZAHLEN IST EINE ANMELDUNG ERFORDERLICH',
  explanation: 'Diese Seite verlangt eine Anmeldung. Bitte über die',
  link: 'Anmeldung',
  explanationEnd: 'fortfahren.',
  leads: (provider) => `Sie werden zu ${provider} weitergeleitet.`,
  otherMethods: 'Andere Anmeldemethode verwenden',
}
