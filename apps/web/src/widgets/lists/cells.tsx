import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { LongName } from '../../ui/long-name.tsx'

interface VulnerabilityProps {
  /** CVE, or the advisory's uuid. */
  id: string
  displayId: string
  hint?: string
  /** Its target extends over the line below. */
  isOver?: boolean
}

/** The name of a row about a vulnerability, which leads to its page. */
export const VulnerabilityLink = ({ id, displayId, hint, isOver = false }: VulnerabilityProps) => (
  <Link
    data-row
    {...(isOver && { 'data-over': true })}
    to={paths.vulnerabilities}
    search={{ id }}
    preload={false}
    title={hint}
    className="tabular inline-flex min-h-6 items-center font-medium text-ink hover:text-accent hover:underline"
  >
    {displayId}
  </Link>
)

interface ProjectProps {
  projectUuid: string
  projectName: string
  projectUrl: string
  branch: string
  /** Next to the project. */
  text: string
}

/** Leads to the report of a branch. */
export const ProjectLink = ({ projectUuid, projectName, projectUrl, branch, text }: ProjectProps) => (
  <>
    <Link
      to={paths.projects}
      search={{ pid: projectUuid, branch }}
      preload={false}
      title={projectUrl}
      data-within
      className="inline-grid min-h-6 text-accent"
    >
      <span>
        <LongName name={projectName} />
      </span>
    </Link>{' '}
    <span className="text-xs text-soft">{text}</span>
  </>
)
