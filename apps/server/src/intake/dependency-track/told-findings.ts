import type { NotificationInput } from '@assay/contract/intake/dependency-track-inputs.ts'
import { projectIdentity } from '@assay/engine/project-address.ts'
import type { z } from 'zod'
import { withoutQualifiers } from '@assay/engine/purl.ts'
import { mainVersion } from './wire-project.ts'
import type { ToldFinding } from './shadow-store.ts'

type Subject = NonNullable<z.output<typeof NotificationInput>['notification']['subject']>
type Project = NonNullable<Subject['project']>
type Component = NonNullable<Subject['component']>
type Vulnerability = NonNullable<Subject['vulnerability']>

/** https://docs.dependencytrack.org/integrations/notifications/ */
export function toldFindings({ notification }: z.output<typeof NotificationInput>): ToldFinding[] {
  const { group, subject } = notification
  if (!subject) return []
  const { component, vulnerability, analysis } = subject
  const projects = subject.affectedProjects ?? (subject.project ? [subject.project] : [])
  const vulnerabilities = subject.vulnerabilities ?? (vulnerability ? [vulnerability] : [])
  if (!component) return []
  const isSuppressed = analysis?.suppressed ?? false
  const about = {
    isSuppressed,
    isRetracted: group === 'VULNERABILITY_RETRACTED',
    state: analysis?.state ?? null,
  }
  return projects.flatMap((project) =>
    vulnerabilities.flatMap((each) => findingOf({ project, component, vulnerability: each }, about) ?? []),
  )
}

interface Named {
  project: Project
  component: Component
  vulnerability: Vulnerability
}

function findingOf(
  { project, component, vulnerability }: Named,
  about: Pick<ToldFinding, 'isSuppressed' | 'isRetracted' | 'state'>,
): ToldFinding | null {
  const { vulnId, severity = null } = vulnerability
  if (project.name === undefined || vulnId === undefined) return null
  const { purl, group, name = '', version = '' } = component
  const plain = `${group ? `${group}/` : ''}${name}@${version}`
  return {
    projectIdentity: projectIdentity(project.name),
    projectName: project.name,
    version: project.version ?? mainVersion,
    component: (purl === undefined ? plain : withoutQualifiers(purl)).slice(0, 500),
    vulnerability: vulnId.toUpperCase(),
    purl: purl ?? null,
    severity,
    ...about,
  }
}
