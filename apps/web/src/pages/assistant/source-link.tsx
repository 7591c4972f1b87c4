import type { AssistantSource } from '@assay/contract/assistant-conversations.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'

interface Props {
  source: AssistantSource
  className?: string
  children: ReactNode
}

/** Links a fact to its page. Sources come from the server only: URLs written by a model never become links. */
export function SourceLink({ source: { kind, label, projectUuid, branch, name }, ...props }: Props) {
  const shared = { ...props, title: label }
  if (kind === 'project' && projectUuid !== null)
    return <Link {...shared} to={paths.projects} search={{ pid: projectUuid, branch: branch ?? undefined }} />
  if (kind === 'vulnerability' && name !== null)
    return <Link {...shared} to={paths.vulnerabilities} search={{ id: name }} />
  if (kind === 'component' && name !== null)
    return <Link {...shared} to={paths.components} search={{ q: name }} />
  if (kind === 'fixes' && projectUuid !== null)
    return <Link {...shared} to={paths.projects} search={{ pid: projectUuid }} />
  if (kind === 'fixes') return <Link {...shared} to={paths.fixes} />
  return <Link {...shared} to={paths.dashboard} />
}
