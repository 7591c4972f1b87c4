import type { ComponentItem } from '@assay/contract/scans.ts'
import { report as messages } from '../../../messages/report.ts'
import { Button } from '../../../ui/button.tsx'
import { ComponentList } from './component-list.tsx'
import { requiredColumn } from './component-name.tsx'
import { hasUnknownReleases, isUnstable, type NewerVersion } from './components-model.ts'
import { formatLibyears } from '../../../language/libyears.ts'
import { ListNotice } from '../../../widgets/lists/list-notice.tsx'
import type { TabProps } from '../report/props.ts'
import { wideOnly } from '../../../ui/table.tsx'
import { StabilityFacts } from './stability-facts.tsx'

const { columns: titles, ...texts } = messages.stability

const step = (name: NewerVersion) => ({
  title: titles[name],
  className: 'tabular',
  cell: (row: ComponentItem) => row[name] ?? <span className="text-soft">{texts.unknown}</span>,
})

const columns = [
  { ...step('latestPatch'), sort: 'step' as const },
  step('latestMinor'),
  step('latestMajor'),
  {
    title: titles.libyears,
    sort: 'libyears' as const,
    className: `tabular ${wideOnly}`,
    cell: ({ libyears }: ComponentItem) =>
      libyears === null ? <span className="text-soft">{texts.unknown}</span> : formatLibyears(libyears),
  },
  requiredColumn(titles.required),
]

const notesOf = ({ stability }: ComponentItem) => stability

export function StabilityTab(props: TabProps) {
  const { overview, search, onSearch } = props
  const { unknownReleases } = overview.scan
  const isUnknownShown = search.show === 'unknown' && unknownReleases !== null
  return (
    <div className="grid grid-cols-1 gap-3">
      <StabilityFacts
        {...overview}
        action={
          <Button
            variant="quiet"
            onPress={() => onSearch({ show: isUnknownShown ? undefined : 'unknown', q: undefined })}
          >
            {isUnknownShown ? texts.showOutdated : texts.showUnknown}
          </Button>
        }
      />
      <ListNotice of={['end-of-life']} />
      <ComponentList
        {...props}
        columns={columns}
        notesOf={notesOf}
        texts={textsOf(unknownReleases !== 0, isUnknownShown)}
        isListed={isUnknownShown ? hasUnknownReleases : isUnstable}
        firstSort={isUnknownShown ? 'name' : 'step'}
      />
    </div>
  )
}

/** An empty list is only good news if the releases of all components are known. */
const textsOf = (isAnyUnknown: boolean, isUnknownShown: boolean) => ({
  heading: isUnknownShown ? texts.headingUnknown : texts.heading,
  none: isAnyUnknown ? texts.noneKnown : texts.none,
  noneHint: isAnyUnknown ? texts.noneKnownHint : texts.noneHint,
  name: titles.name,
})
