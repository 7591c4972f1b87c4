import type { QualityOfProfile } from '@assay/contract/document-quality.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { formatNumber } from '../../../language/format.ts'
import { documentQuality as texts } from '../../../messages/document-quality.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Header, rowStyle, Table } from '../../../ui/table.tsx'
import { QueryView } from '../../../widgets/notices/query-view.tsx'
import { Signature } from '../../../widgets/signature.tsx'
import { FilteredListSkeleton } from '../report/filter-bar.tsx'
import { forbidden } from '../report/props.ts'
import { listLacking, type Rule } from './quality-model.ts'

interface Place {
  projectUuid: string
  reportUuid: string
  position: number
}

/** What an uploaded document lacks of each list of minimum elements. */
export function DocumentQuality({ of, path }: { of: Place; path: string }) {
  const params = { ...of, position: String(of.position) }
  const quality = useQuery(query(api.scans.quality, { params }))
  return (
    <section aria-label={texts.titleOf(path)} className="grid grid-cols-1 gap-4 px-3 py-3">
      <QueryView
        query={quality}
        skeleton={<FilteredListSkeleton />}
        failed={texts.failed}
        forbidden={forbidden}
      >
        {({ format, components, profiles, signature }) => (
          <>
            {signature && <Signature {...signature} />}
            {format === null ? (
              <p className="m-0 text-soft">{texts.notAssessed}</p>
            ) : (
              <>
                <p className="m-0 text-soft">{texts.intro(format, formatNumber(components))}</p>
                <Elements profiles={profiles} />
              </>
            )}
          </>
        )}
      </QueryView>
    </section>
  )
}

/** What any of the lists asks for and the document lacks. */
const Elements = ({ profiles }: { profiles: readonly QualityOfProfile[] }) => (
  <Table label={texts.columns.element}>
    <thead>
      <tr className="border-b border-line align-top">
        <Header title={texts.columns.element} />
        {profiles.map((profile) => (
          <th key={profile.id} scope="col" className="px-3 py-1.5 text-left font-normal">
            <Summary {...profile} />
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {listLacking(profiles).map(({ id, title, ofProfiles, examples, more }) => (
        <tr key={id} className={rowStyle}>
          <th scope="row" className="min-w-32 px-3 py-1.5 text-left font-normal [overflow-wrap:anywhere]">
            {ownProperty(texts.elements, id) ?? title}
            {examples.length > 0 && (
              <div className="text-xs text-soft">
                {texts.missingIn(examples.join(', '))}
                {more > 0 && ` ${texts.more(formatNumber(more))}`}
              </div>
            )}
          </th>
          {ofProfiles.map((rule, at) => (
            <td key={profiles[at]!.id} className="px-3 py-1.5 text-soft tabular-nums">
              {rule && stateOf(rule)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </Table>
)

function Summary({ title, url, isMet, rules }: QualityOfProfile) {
  const lacking = rules.filter(({ met, of, level }) => met < of && level === 'required').length
  return (
    <div className="flex flex-col items-start gap-1">
      <a href={url} target="_blank" rel="noreferrer">
        {title}
      </a>
      <Badge variant={isMet ? 'good' : 'warm'}>{isMet ? texts.met : texts.lacking(lacking)}</Badge>
    </div>
  )
}

function stateOf({ subject, level, met, of }: Rule): string {
  if (met === of) return texts.has
  const state =
    subject === 'document' ? texts.missing : texts.ofComponents(formatNumber(met), formatNumber(of))
  return level === 'additional' ? `${state} (${texts.ifExists})` : state
}
