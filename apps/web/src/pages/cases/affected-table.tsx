import type { CaseAffected } from '@assay/contract/cases.ts'
import { Link } from '@tanstack/react-router'
import { formatDays } from '../../language/format.ts'
import { cases as messages } from '../../messages/cases.ts'
import { paths } from '../../paths.ts'
import { When } from '../../ui/when.tsx'
import { columnsOf, ListTable, type TableDescription } from '../../widgets/lists/list-table.tsx'
import type { CaseProps } from './props.ts'
import { Panel } from './panel.tsx'

const texts = messages.affected
/** Of the server's answer. */
const maxRows = 1000

/** One below the other on a phone. */
const below = { from: 'medium', below: true, style: '[overflow-wrap:anywhere]' } as const

const table: TableDescription<CaseAffected> = {
  label: texts.title,
  keyOf: ({ projectUuid, branch, version, package: name, endedAt }) =>
    JSON.stringify([projectUuid, branch, version, name, endedAt]),
  widths: { narrow: '(width < 48rem)', medium: '(width < 48rem)' },
  columns: columnsOf<CaseAffected, keyof typeof texts.columns>(texts.columns, {
    project: {
      cell: ({ projectUuid, projectName, branch, groups }) => (
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
    },
    version: {
      ...below,
      cell: ({ version, branch, supportedUntil }) => (
        <>
          {version ?? texts.branch(branch)}
          {supportedUntil !== null && (
            <span className="block text-xs text-soft">
              {texts.until(formatDays(supportedUntil, supportedUntil))}
            </span>
          )}
        </>
      ),
    },
    package: {
      ...below,
      cell: ({ package: name, versions, fixedVersions }) => (
        <>
          {name} {versions.join(', ')}
          {fixedVersions.length > 0 && (
            <span className="block text-xs text-soft">{texts.fixedIn(fixedVersions.join(', '))}</span>
          )}
        </>
      ),
    },
    state: {
      ...below,
      cell: ({ endedAt, fixedBy }) =>
        endedAt === null ? (
          <span className="font-medium text-danger">{texts.affected}</span>
        ) : (
          <span className="text-soft">
            {fixedBy ?? texts.fixed} <When epochMs={endedAt} />
          </span>
        ),
    },
  }),
}

/** Default branches and supported versions, in rows that stand alone on a phone. */
export const AffectedTable = ({ known: { affected } }: CaseProps) => (
  <Panel title={texts.title}>
    {affected.length === 0 ? (
      <p className="m-0 text-sm text-soft">{texts.none}</p>
    ) : (
      <ListTable table={table} rows={affected} isBusy={false} selected={null} />
    )}
    {affected.length >= maxRows && <p className="m-0 text-xs text-soft">{texts.cut}</p>}
  </Panel>
)
