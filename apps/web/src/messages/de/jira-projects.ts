import type { Translation } from '../../language/translation.ts'
import type { jiraProjects as english } from '../jira-projects.ts'

export const jiraProjects: Translation<typeof english> = {
  title: 'Einstellungen eines Projekts',
  jiraProject: 'Jira-Projekt',
  ofAccount: (key) => (key === '' ? 'Keines' : `Wie im Konto: ${key}`),
  issueType: 'Vorgangstyp',
  usualType: 'Der erste, der keine Unteraufgabe ist, oder wie im Konto',
  createsByRule: {
    label: 'Vorgänge nach der Regel des Kontos anlegen',
    hint: 'Ist dies aus, werden Vorgänge nur von Hand angelegt.',
  },
  choose: 'Wählen',
  requiredHint: 'Jira verlangt dieses Feld.',
  listHint: 'Jira verlangt dieses Feld. Mehrere Werte durch Kommas trennen.',
  save: 'Speichern',
  saved: 'Gespeichert.',
}
