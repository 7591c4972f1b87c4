import type { CaseAffected } from '@assay/contract/cases.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDays } from '../../language/format.ts'
import { cases as messages } from '../../messages/cases.ts'
import { paths } from '../../paths.ts'
import { Header } from '../../ui/table.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { When } from '../../ui/when.tsx'
import { LongBody } from '../../widgets/lists/long-body.tsx'
import type { CaseProps } from './props.ts'
import { Panel } from './panel.tsx'

const texts = messages.affected
type Column = keyof typeof texts.columns
const all = Object.keys(texts.columns) as Column[]
/** Of the server's answer. */
const maxRows = 1000

const keyOf = ({ projectUuid, branch, version, package: name, endedAt }: CaseAffected) =>
  JSON.stringify([projectUuid, branch, version, name, endedAt])

/** Default branches and supported versions, in rows that stand alone on a phone. */
export function AffectedTable({ known: { affected } }: CaseProps) {
  const isNarrow = useMedia('(width < 48rem)')
  const shown = isNarrow ? all.slice(0, 1) : all
  if (affected.length === 0)
    return (
      <Panel title={texts.title}>
        <p className="m-0 text-sm text-soft">{texts.none}</p>
      </Panel>
    )
  return (
    <Panel title={texts.title}>
      <table
        aria-label={texts.title}
        aria-rowcount={affected.length + 1}
        className="w-full table-fixed border-collapse text-sm"
      >
        <thead>
          <tr className="border-b border-line" aria-rowindex={1}>
            {shown.map((column) => (
              <Header key={column} title={texts.columns[column]} />
            ))}
          </tr>
        </thead>
        <LongBody rows={affected} columns={shown.length} keyOf={keyOf}>
          {(row, attributes) => (
            <tr {...attributes} className="border-b border-line-soft group-last/row:border-0">
              <th scope="row" className="px-3 py-2 text-left align-top font-normal [overflow-wrap:anywhere]">
                <span className="grid gap-0.5">
                  {cells.project(row)}
                  {isNarrow && all.slice(1).map((column) => <span key={column}>{cells[column](row)}</span>)}
                </span>
              </th>
              {shown.slice(1).map((column) => (
                <td key={column} className="px-3 py-2 align-top [overflow-wrap:anywhere]">
                  {cells[column](row)}
                </td>
              ))}
            </tr>
          )}
        </LongBody>
      </table>
      {affected.length >= maxRows && <p className="m-0 text-xs text-soft">{texts.cut}</p>}
    </Panel>
  )
}

const cells: Record<Column, (row: CaseAffected) => ReactNode> = {
  project: ({ projectUuid, projectName, branch, groups }) => (
    <>
      <Link
        to={paths.projects}
        search={{ pid: projectUuid, branch }}
        data-target
        className="font-medium text-ink hover:text-accent hover:underline"
      >
        {projectName}
      </Link>
      {groups.length > 0 && <span className="block text-xs text-soft">{groups.join(' › ')}</span>}
    </>
  ),
  version: ({ version, branch, supportedUntil }) => (
    <>
      {version ?? texts.branch(branch)}
      {supportedUntil !== null && (
        <span className="block text-xs text-soft">
          {texts.until(formatDays(supportedUntil, supportedUntil))}
        </span>
      )}
    </>
  ),
  package: ({ package: name, versions, fixedVersions }) => (
    <>
      {name} {versions.join(', ')}
      {fixedVersions.length > 0 && (
        <span className="block text-xs text-soft">{texts.fixedIn(fixedVersions.join(', '))}</span>
      )}
    </>
  ),
  state: ({ endedAt, fixedBy }) =>
    endedAt === null ? (
      <span className="font-medium text-danger">{texts.affected}</span>
    ) : (
      <span className="text-soft">
        {fixedBy ?? texts.fixed} <When epochMs={endedAt} />
      </span>
    ),
}
