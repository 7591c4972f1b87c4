import { displayId } from '@assay/engine/advisories/public-id.ts'
import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { findBranch, findProject } from '#projects/project-store.ts'
import { findCluster } from '#reporting/vulnerabilities/find-cluster.ts'
import type { ProjectName } from '#assistant/facts/store.ts'
import { factsOf } from '#reporting/vulnerabilities/facts-of.ts'

type Body = ParsedInput<typeof contract.barista.createAround>['body']

export interface Subject {
  project: ProjectName | null
  branch: string | null
  /** The advisory's cluster and its display name. */
  advisory: { uuid: string; name: string } | null
}

/** For an advisory only the ID is used. Throws Problem 404 if it does not exist or is not visible. */
export async function findSubject(db: Database, scope: Scope, body: Body): Promise<Subject> {
  const [project, advisory] = [await projectOf(db, scope, body), await advisoryOf(db, scope, body)]
  if (project === null || body.branch === undefined) return { project, branch: null, advisory }
  const lookup = { projectUuid: project.uuid, name: body.branch.replaceAll('\0', '') }
  const branch = (await findBranch(db, scope, lookup)) ?? throwNotFound('branch')
  return { project, branch: branch.name, advisory }
}

async function projectOf(db: Database, scope: Scope, { projectUuid }: Body) {
  if (projectUuid === undefined) return null
  const { uuid, name, url } = (await findProject(db, scope, projectUuid)) ?? throwNotFound('project')
  return { uuid, name, url }
}

async function advisoryOf(db: Database, scope: Scope, body: Body) {
  const ids = [body, body.advice ?? {}].flatMap(({ adviceID, uuid, id, cve }) => [adviceID, uuid, id, cve])
  const id = ids.find((each) => each !== undefined && each !== null && each !== '')
  if (id === undefined || id === null) return null
  const uuid = await findCluster(db, scope, id)
  const { cve, public_id: publicId } = await factsOf(db, scope, uuid)
  return { uuid, name: displayId({ cve, publicId, advisoryUuid: uuid }) }
}

export function requireAdvisory(subject: Subject): Subject {
  if (subject.advisory === null) throw new Problem(400, 'invalidInput', 'The vulnerability is missing')
  return subject
}

export const titleOf = ({ project, branch, advisory }: Subject): string => {
  const where = project === null ? null : branch === null ? project.name : `${project.name} ${branch}`
  return [advisory?.name, where].filter((part) => part != null).join(' in ') || 'All projects'
}

/** Suggested questions. */
export const questionsOf = ({
  advisory,
  project,
}: {
  advisory: { name: string } | null
  project: object | null
}): string[] =>
  advisory !== null
    ? [
        `What does ${advisory.name} mean for us?`,
        `Is ${advisory.name} reachable, from what we know?`,
        `What should we do about ${advisory.name}, and where first?`,
        `Write a ticket for ${advisory.name}.`,
        `Explain ${advisory.name} to management.`,
      ]
    : [
        `What should I fix first${project === null ? '' : ' here'}, and why?`,
        'What does this mean for us?',
        'Which open vulnerabilities are known to be exploited?',
        'Write a ticket for the most urgent fix.',
        'Explain the state of our security to management.',
      ]
