import type { ScanImage } from '@assay/contract/scan-image.ts'
import type { Overview } from '@assay/contract/scans.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { formatBytes, formatNumber } from '../../../language/format.ts'
import { images } from '../../../messages/images.ts'
import { LongName } from '../../../ui/long-name.tsx'
import { Header, numberCell, rowStyle, Table } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { NewerBase } from '../../../widgets/findings/newer-base.tsx'
import { Attached } from './attached.tsx'
import { countFixes } from './image-model.ts'

const messages = images.report

/** What is known of the scanned image; nothing for other scans. */
export function Image({ overview: { project, scan } }: { overview: Overview }) {
  const of = { params: { projectUuid: project.uuid }, query: { reportUuid: scan.uuid } }
  const { data } = useQuery(query(api.scans.image, of))
  if (!data?.image) return null
  return (
    <section aria-label={messages.title} className="grid grid-cols-1 gap-3">
      <h2 className="m-0 text-sm font-semibold">{messages.title}</h2>
      <Facts image={data.image} />
      <Fixes image={data.image} />
      <Layers layers={data.image.layers} />
      {data.image.attached && (
        <Attached documents={data.image.attached} problems={data.image.attachedProblems ?? []} />
      )}
    </section>
  )
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid gap-1 sm:contents">
    <dt className="text-soft">{title}</dt>
    <dd className="m-0 [overflow-wrap:anywhere]">{children}</dd>
  </div>
)

const Time = ({ at }: { at: number | null }) => (at === null ? messages.unknown : <When epochMs={at} />)

const Facts = ({ image: { digest, platform, createdAt, base } }: { image: ScanImage }) => (
  <dl className="m-0 grid gap-x-6 gap-y-2 rounded-card border border-line bg-surface px-4 py-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
    <Fact title={messages.facts.digest}>
      {digest === '' ? messages.unknown : <code className="text-xs">{digest}</code>}
    </Fact>
    <Fact title={messages.facts.platform}>{platform || messages.unknown}</Fact>
    <Fact title={messages.facts.created}>
      <Time at={createdAt} />
    </Fact>
    <Fact title={messages.facts.base}>
      {base === null ? (
        <span className="text-soft">{messages.noBase}</span>
      ) : (
        <>
          <LongName name={base.name} />{' '}
          {base.createdAt !== null && (
            <span className="text-soft">
              <When epochMs={base.createdAt} />
            </span>
          )}
          {base.isGuessed && <div className="text-soft">{messages.guessed}</div>}
          {base.newer ? (
            <NewerBase newer={base.newer} />
          ) : base.newest === null ? null : (
            <div className="text-soft">
              {messages.newer}: <code className="text-xs">{base.newest.digest.slice(0, 19)}</code>{' '}
              {base.newest.createdAt !== null && <When epochMs={base.newest.createdAt} />}
            </div>
          )}
        </>
      )}
    </Fact>
  </dl>
)

/** What is fixed in the own layers, and what by another base image. */
function Fixes({ image }: { image: ScanImage }) {
  const counts = countFixes(image)
  if (counts === null) return null
  const { fixes } = messages
  return (
    <ul className="m-0 grid list-none gap-3 p-0 sm:grid-cols-2">
      <Count title={fixes.own(counts.own)} hint={fixes.ownHint} isNone={counts.own === 0} />
      <Count
        title={fixes.base(counts.base)}
        hint={counts.hasNewerBase ? fixes.baseNewerHint : fixes.baseHint}
        isNone={counts.base === 0}
      />
    </ul>
  )
}

const Count = ({ title, hint, isNone }: { title: string; hint: string; isNone: boolean }) => (
  <li className="rounded-card border border-line bg-surface px-4 py-3">
    <p className="m-0 font-medium">{title}</p>
    {!isNone && <p className="m-0 text-soft">{hint}</p>}
  </li>
)

const Layers = ({ layers }: Pick<ScanImage, 'layers'>) => (
  <div className="rounded-card border border-line bg-surface">
    <Table label={messages.layers}>
      <thead>
        <tr className="border-b border-line">
          <Header title={messages.columns.layer} />
          <Header title={messages.columns.size} isNumber className="hidden sm:table-cell" />
          <Header title={messages.columns.components} isNumber />
          <Header title={messages.columns.vulnerable} isNumber />
        </tr>
      </thead>
      <tbody>
        {layers.map(({ diffId, instruction, isBase, size, components, vulnerable }, index) => (
          <tr key={`${index} ${diffId}`} className={rowStyle}>
            <th scope="row" className="min-w-32 px-3 py-1.5 text-left font-normal [overflow-wrap:anywhere]">
              <span className="text-soft">
                {messages.layer(index + 1)}
                {isBase === true && ` · ${messages.ofBase}`}
              </span>
              <div>
                {instruction === '' ? (
                  <span className="text-soft">{messages.noInstruction}</span>
                ) : (
                  <code className="text-xs">{instruction}</code>
                )}
              </div>
            </th>
            <td className={`${numberCell} hidden sm:table-cell`}>
              {size === null ? '–' : formatBytes(size)}
            </td>
            <td className={numberCell}>{formatNumber(components)}</td>
            <td className={numberCell}>{formatNumber(vulnerable)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  </div>
)
