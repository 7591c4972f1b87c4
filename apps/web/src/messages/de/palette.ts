import type { Translation } from '../../language/translation.ts'
import type { help as englishHelp, palette as english } from '../palette.ts'

export const palette: Translation<typeof english> = {
  title: 'Befehlspalette',
  placeholder: 'Suchen oder Befehl ausführen',
  results: 'Ergebnisse',
  nothing: 'Keine Ergebnisse',
  searching: 'Suche läuft …',
  groups: {
    pages: 'Seiten',
    actions: 'Aktionen',
    projects: 'Projekte',
    vulnerabilities: 'Schwachstellen',
    components: 'Komponenten',
    members: 'Mitglieder',
    teams: 'Teams',
    views: 'Gespeicherte Ansichten',
    settings: 'Einstellungen',
  },
  findComponents: (text) => `Wo wird ${text} verwendet?`,
  actions: {
    goTo: 'gehe zu öffnen seite',
    addProject: 'Projekt hinzufügen',
    assistant: 'Assistent',
    api: 'API-Referenz öffnen',
    theme: {
      system: 'Farbschema des Systems verwenden',
      light: 'Helles Farbschema verwenden',
      dark: 'Dunkles Farbschema verwenden',
    },
    print: 'Seite drucken',
    help: 'Tastenkürzel anzeigen',
    logout: 'Abmelden',
  },
}

export const help: Translation<typeof englishHelp> = {
  title: 'Tastenkürzel',
  keys: [
    [['⌘', 'K'], 'Projekte, Komponenten, Schwachstellen und Aktionen suchen'],
    [['/'], 'Diese Seite filtern'],
    [['j'], 'Nächste Zeile'],
    [['k'], 'Vorherige Zeile'],
    [['Enter'], 'Zeile auf- oder zuklappen oder ihrem Link folgen'],
    [['←', '→'], 'Im Diagramm bewegen; Enter wählt den Scan'],
    [['?'], 'Tastenkürzel anzeigen'],
    [['Esc'], 'Dialog schließen'],
  ],
  singleKeys: 'Tastenkürzel mit einzelnen Tasten verwenden',
}
