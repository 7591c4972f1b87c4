import type { Translation } from '../../language/translation.ts'
import type { jiraProjects as english } from '../jira-projects.ts'

export const jiraProjects: Translation<typeof english> = {
  title: 'Projekteinstellungen',
  jiraProject: 'Jira-Projekt',
  ofAccount: (key) => (key === '' ? 'Keines' : `Standard des Kontos: ${key}`),
  issueType: 'Vorgangstyp',
  usualType: 'Standard des Kontos, sonst der erste, der keine Unteraufgabe ist',
  createsByRule: {
    label: 'Vorgänge nach der Regel des Kontos anlegen',
    hint: 'Solange dies aus ist, werden Vorgänge nur von Hand angelegt.',
  },
  choose: 'Wählen',
  requiredFor: {
    create: 'Jira verlangt dieses Feld.',
    transition: 'Jira verlangt dieses Feld, wenn ein Issue geschlossen oder wieder geöffnet wird.',
  },
  listHint: 'Mehrere Werte durch Kommas trennen.',
  save: 'Speichern',
  saved: 'Gespeichert.',
}
