import type { Translation } from '../../language/translation.ts'
import type { triageActions as english } from '../triage-actions.ts'

export const triageActions: Translation<typeof english> = {
  triage: {
    title: 'Triage',
    actions: {
      decide: 'Befunde geändert',
      revert: 'Änderung von Befunden rückgängig gemacht',
      comment: 'Befund kommentiert',
      editComment: 'Kommentar geändert',
      removeComment: 'Kommentar gelöscht',
    },
  },
  decisions: {
    title: 'Entscheidungen',
    actions: {
      create: 'Entscheidung angelegt',
      settle: 'Entscheidungen genehmigt oder abgelehnt',
      end: 'Entscheidungen beendet',
    },
  },
  cases: {
    title: 'Fälle',
    actions: {
      create: 'Fall eröffnet',
      update: 'Fall geändert',
      settle: 'Frist eines Falls festgehalten',
      comment: 'Notiz zu einem Fall ergänzt',
      close: 'Fall geschlossen',
      configure: 'Fristen von Fällen festgelegt',
    },
  },
}
