import type { QualityOfProfile } from '@assay/contract/document-quality.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { formatNumber } from '../../../language/format.ts'
import { documentQuality as texts } from '../../../messages/document-quality.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Header, numberCell, rowStyle, Table } from '../../../ui/table.tsx'
import { QueryView } from '../../../widgets/notices/query-view.tsx'
import { FilteredListSkeleton } from '../report/filter-bar.tsx'
import { forbidden } from '../report/props.ts'

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
        {({ format, components, profiles }) =>
          format === null ? (
            <p className="m-0 text-soft">{texts.notAssessed}</p>
          ) : (
            <>
              <p className="m-0 text-soft">{texts.intro(format, formatNumber(components))}</p>
              {profiles.map((profile) => (
                <Profile key={profile.id} {...profile} />
              ))}
            </>
          )
        }
      </QueryView>
    </section>
  )
}

function Profile({ title, url, isMet, rules }: QualityOfProfile) {
  const lacking = rules.filter(({ met, of }) => met < of)
  const required = lacking.filter(({ level }) => level === 'required')
  return (
    <div className="grid grid-cols-1 gap-1">
      <h3 className="m-0 flex flex-wrap items-center gap-2 text-sm font-semibold">
        <a href={url} target="_blank" rel="noreferrer">
          {title}
        </a>
        <Badge variant={isMet ? 'good' : 'warm'}>{isMet ? texts.met : texts.lacking(required.length)}</Badge>
      </h3>
      {lacking.length > 0 && (
        <Table label={title}>
          <thead>
            <tr className="border-b border-line">
              <Header title={texts.columns.element} />
              <Header title={texts.columns.has} isNumber />
              <Header title={texts.columns.examples} />
            </tr>
          </thead>
          <tbody>
            {lacking.map((rule) => (
              <Lacking key={rule.id} {...rule} />
            ))}
          </tbody>
        </Table>
      )}
    </div>
  )
}

const maxExamples = 3

function Lacking({ id, title, level, subject, met, of, missing }: QualityOfProfile['rules'][number]) {
  const examples = missing.slice(0, maxExamples)
  const more = of - met - examples.length
  return (
    <tr className={rowStyle}>
      <th scope="row" className="min-w-40 px-3 py-1.5 text-left font-normal">
        {ownProperty(texts.elements, id) ?? title}
        {level === 'additional' && <span className="text-soft"> ({texts.ifExists})</span>}
      </th>
      <td className={numberCell}>
        {subject === 'component' ? texts.ofComponents(formatNumber(met), formatNumber(of)) : '–'}
      </td>
      <td className="px-3 py-1.5 text-soft [overflow-wrap:anywhere]" title={missing.join('\n')}>
        {subject === 'document' ? texts.document : examples.join(', ')}
        {subject === 'component' && more > 0 && ` ${texts.more(formatNumber(more))}`}
      </td>
    </tr>
  )
}
