import type { Language } from '@assay/contract/languages.ts'
import { ownProperty } from '@assay/engine/own-property.ts'

const names: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    'cra/early-warning': 'CRA early warning',
    'cra/notification': 'CRA notification',
    'cra/final-report': 'CRA final report',
    'bod-26-04/remediation': 'BOD 26-04 remediation',
    'bod-26-04/forensics': 'BOD 26-04 search for intrusions',
  },
  de: {
    'cra/early-warning': 'CRA-Frühwarnung',
    'cra/notification': 'CRA-Meldung',
    'cra/final-report': 'CRA-Abschlussbericht',
    'bod-26-04/remediation': 'Behebung nach BOD 26-04',
    'bod-26-04/forensics': 'Suche nach Angriffsspuren nach BOD 26-04',
  },
}

/** Of a deadline, by 'regime/step'; an account's own has the name that it was given. */
export const deadlineName = (language: Language, deadline: string): string =>
  ownProperty(names[language], deadline) ?? deadline.slice(deadline.indexOf('/') + 1)
