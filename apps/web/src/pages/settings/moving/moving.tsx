import { moving as calls, type MovingSetting, type ShadowVersion } from '@assay/contract/moving.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { moving as messages } from '../../../messages/moving.ts'
import { Radios } from '../../../ui/radios.tsx'
import { cellStyle, Header, numberCell, rowStyle, Table, wideOnly } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { LoadMore } from '../../../widgets/lists/load-more.tsx'
import { usePages, viewOf } from '../../../widgets/lists/use-pages.ts'
import { Section } from '../section.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import { useUser } from '../use-user.ts'

/** What versions of Dependency-Track are here, and what both servers find. */
export const Moving = () => (
  <>
    <Versions />
    <Comparison />
  </>
)

function Versions() {
  const params = { accountUuid: useUser().account.uuid }
  const setting = useQuery(query(api.moving.setting, { params }))
  const denialReason = useDenialReason()(calls.set)
  const save = useMutationWithToast((publishesVersions: boolean) =>
    api.moving.set({ params, body: { publishesVersions } }),
  )
  return (
    <Section title={messages.versions} lead={messages.versionsLead}>
      <SettingsQuery query={setting}>
        {(data) => {
          const publishes = save.isPending ? save.variables : data.publishesVersions
          return (
            <div className="grid gap-4">
              <Radios
                label={messages.versions}
                value={publishes ? 'version' : 'branch'}
                options={[
                  { value: 'branch', label: messages.asBranch, hint: messages.asBranchHint },
                  { value: 'version', label: messages.asVersion, hint: messages.asVersionHint },
                ]}
                denialReason={denialReason}
                onChange={(value) => save.mutate(value === 'version')}
              />
              <Preview data={data} publishes={publishes} />
            </div>
          )
        }}
      </SettingsQuery>
    </Section>
  )
}

function Preview({ data, publishes }: { data: MovingSetting; publishes: boolean }) {
  const { preview, branches, projects } = data
  if (preview.length === 0) return <p className="m-0 text-soft">{messages.none}</p>
  return (
    <div className="grid gap-1">
      <p className="m-0 text-soft">{messages.preview(branches, projects)}</p>
      <Table label={messages.previewTitle}>
        <thead>
          <tr>
            <Header title={messages.project} />
            <Header title={messages.main} />
            <Header title={messages.others} />
            <Header title={messages.becomes} />
          </tr>
        </thead>
        <tbody>
          {preview.map(({ projectUuid, name, mainBranch, versions, published }) => (
            <tr key={projectUuid} className={rowStyle}>
              <td className={cellStyle}>{name}</td>
              <td className={cellStyle}>{mainBranch}</td>
              <td className={cellStyle}>{versions.join(', ')}</td>
              <td className={cellStyle}>{(publishes ? versions : published).join(', ') || '–'}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function Comparison() {
  const params = { accountUuid: useUser().account.uuid }
  const found = usePages({
    key: ['moving', 'comparison', params],
    read: (cursor, options) => api.moving.comparison({ params, query: cursor }, options),
    rowsOf: (page) => page.versions,
  })
  return (
    <Section title={messages.comparison} lead={messages.comparisonLead} isFlush>
      <SettingsQuery query={viewOf(found)}>
        {(versions) =>
          versions.length === 0 ? (
            <p className="m-0 p-4 text-soft">{messages.nothing}</p>
          ) : (
            <>
              <Table label={messages.comparison}>
                <thead>
                  <tr>
                    <Header title={messages.version} />
                    <Header title={messages.both} isNumber />
                    <Header title={messages.onlyThere} isNumber />
                    <Header title={messages.onlyHere} isNumber />
                    <Header title={messages.told} className={wideOnly} />
                  </tr>
                </thead>
                <tbody>
                  {versions.map((each) => (
                    <Compared key={`${each.name} ${each.version}`} compared={each} />
                  ))}
                </tbody>
              </Table>
              <LoadMore found={found} count={versions.length} label={messages.more} />
            </>
          )
        }
      </SettingsQuery>
    </Section>
  )
}

/** Its differences are in a row of their own, which has the whole width. */
function Compared({ compared }: { compared: ShadowVersion }) {
  const { name, version, both, onlyThere, onlyHere, toldAt, differences } = compared
  return (
    <>
      <tr className={differences.length > 0 ? '' : rowStyle}>
        <td className="px-3 py-1.5 [overflow-wrap:anywhere]">
          {name} {version}
        </td>
        <td className={numberCell}>{both}</td>
        <td className={numberCell}>{onlyThere}</td>
        <td className={numberCell}>{onlyHere}</td>
        <td className={`${cellStyle} ${wideOnly}`}>
          <When epochMs={toldAt} />
        </td>
      </tr>
      {differences.length > 0 && (
        <tr className={rowStyle}>
          <td colSpan={5} className="px-3 pb-1.5">
            <Differences differences={differences} />
          </td>
        </tr>
      )}
    </>
  )
}

const Differences = ({ differences }: Pick<ShadowVersion, 'differences'>) => (
  <details className="font-normal">
    <summary className="cursor-pointer text-soft">{messages.differences(differences.length)}</summary>
    <ul className="m-0 mt-2 grid list-none gap-1 p-0">
      {differences.map(({ component, vulnerability, foundBy, reason }) => (
        <li key={`${component} ${vulnerability} ${foundBy}`} className="[overflow-wrap:anywhere]">
          {messages.where[foundBy]}: {vulnerability}, <code>{component}</code>: {messages.reasons[reason]}
        </li>
      ))}
    </ul>
  </details>
)
