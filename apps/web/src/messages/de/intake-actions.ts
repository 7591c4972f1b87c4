import type { Translation } from '../../language/translation.ts'
import type { intakeActions as english } from '../intake-actions.ts'

export const intakeActions: Translation<typeof english> = {
  builds: {
    title: 'Builds',
    actions: {
      create: 'Build angelegt',
      submit: 'Abhängigkeiten übermittelt',
      start: 'Build gestartet',
    },
  },
  uploads: {
    title: 'Uploads',
    actions: {
      intoNew: 'Inventar hochgeladen',
      intoProject: 'Inventar in ein Projekt hochgeladen',
      folderIntoNew: 'Ordner hochgeladen',
    },
  },
  imports: {
    title: 'Übernahmen',
    actions: { addVersion: 'Inventar übernommen', decide: 'Entscheidungen zu Befunden übernommen' },
  },
  moving: { title: 'Umzug', actions: { set: 'Bedeutung von Versionen der Clients gewählt' } },
  dependencyTrack: {
    title: 'Dependency-Track-Clients',
    actions: {
      putBom: 'BOM hochgeladen',
      postBom: 'BOM als Formular hochgeladen',
      notification: 'BOM einer Benachrichtigung erhalten',
      putVex: 'VEX-Dokument hochgeladen',
      postVex: 'VEX-Dokument als Formular hochgeladen',
      createProject: 'Projektversion angelegt',
      updateProject: 'Projektversion geändert',
      patchProject: 'Felder einer Projektversion geändert',
      removeProject: 'Projektversion gelöscht',
      removeProjects: 'Projektversionen gelöscht',
      recordAnalysis: 'Bewertung eines Fundes festgehalten',
      cloneProject: 'Projektversion kopiert',
      v2Clone: 'Projektversion kopiert (API 2)',
      createProperty: 'Eigenschaft einer Projektversion angelegt',
      updateProperty: 'Eigenschaft einer Projektversion geändert',
      removeProperty: 'Eigenschaft einer Projektversion gelöscht',
      login: 'Als Client angemeldet',
    },
  },
  defectDojo: {
    title: 'DefectDojo-Clients',
    actions: {
      apiTokenAuth: 'Als Client ein Token geholt',
      importScan: 'Bericht importiert',
      reimportScan: 'Bericht erneut importiert',
      createProduct: 'Product angelegt',
      createEngagement: 'Engagement angelegt',
      createTest: 'Test angelegt',
    },
  },
}
