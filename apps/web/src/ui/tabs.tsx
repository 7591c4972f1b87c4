import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components'

interface Props<T extends string> {
  label: string
  selected: T
  tabs: readonly { id: T; label: string; count?: number | null }[]
  onSelect: (id: T) => void
  /** The panel of the selected one. */
  children: ReactNode
}

/** Arrow keys move between them. */
export const Tabs = <T extends string>({ label, selected, tabs, onSelect, children }: Props<T>) => (
  <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(key as T)}>
    <TabList aria-label={label} className="flex overflow-x-auto border-b border-line print:hidden">
      {tabs.map(({ id, label: text, count = null }) => (
        <Tab
          key={id}
          id={id}
          className="-mb-px flex cursor-pointer items-baseline gap-1.5 border-b-2 border-transparent px-3 py-2 text-sm whitespace-nowrap text-soft -outline-offset-2 hover:text-ink data-[selected]:border-accent data-[selected]:font-medium data-[selected]:text-ink"
        >
          {text}
          {count !== null && (
            <span className="tabular text-xs font-normal text-soft">{count.toLocaleString()}</span>
          )}
        </Tab>
      ))}
    </TabList>
    <TabPanel id={selected} className="pt-4 outline-offset-4">
      {children}
    </TabPanel>
  </AriaTabs>
)
