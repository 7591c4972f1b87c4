import type { Translation } from '../../language/translation.ts'
import type { continuousIntegration as english } from '../continuous-integration.ts'

export const continuousIntegration: Translation<typeof english> = {
  steps: {
    system: '1. CI-System wählen',
    token: '2. Token erstellen',
    job: '3. Job hinzufügen',
    wait: '4. Ausführen',
  },
  system: 'CI-System',
  systems: {
    github: 'GitHub Actions',
    gitlab: 'GitLab',
    jenkins: 'Jenkins',
    bitbucket: 'Bitbucket',
    azure: 'Azure Pipelines',
    circleci: 'CircleCI',
    shell: 'Shell',
  },
  token: {
    lead: 'Es kann Projekte scannen und ändern, aber nie mehr als Sie selbst. Es gilt ein Jahr.',
    create: 'Token erstellen',
    creating: 'Wird erstellt …',
    name: (system) => `CI: ${system}`,
    value: 'ASSAY_TOKEN',
    once: 'Jetzt kopieren. Es wird nur einmal angezeigt.',
    kept: {
      github: 'Als Repository-Secret speichern: Settings → Secrets and variables → Actions.',
      gitlab: 'Als maskierte Variable speichern: Settings → CI/CD → Variables.',
      jenkins: 'Als „Secret text“ mit der ID „assay-token“ speichern: Manage Jenkins → Credentials.',
      bitbucket: 'Als geschützte Variable speichern: Repository settings → Repository variables.',
      azure: 'Als geheime Variable der Pipeline speichern: Edit → Variables.',
      circleci: 'Als Umgebungsvariable speichern: Project settings → Environment variables.',
      shell: 'In der Umgebung des Jobs setzen und aus Logs heraushalten.',
    },
  },
  job: {
    file: (file) => `In ${file} einfügen. Der Job braucht Node 20 oder neuer.`,
    anywhere: 'Im ausgecheckten Ordner ausführen, mit Node 20 oder neuer.',
  },
  wait: {
    first: 'Zuerst ein Token erstellen.',
    waiting: 'Warten auf die erste Anfrage mit diesem Token …',
    connected: 'Verbunden. Warten auf den Scan …',
    scanFailed: (reason) => `Der Scan ist fehlgeschlagen: ${reason}. Warten auf den nächsten …`,
    arrived: (project, branch) => `${project}, ${branch}, wurde gescannt.`,
    open: 'Bericht öffnen',
    failed: 'Der erste Scan konnte nicht abgefragt werden.',
  },
}
