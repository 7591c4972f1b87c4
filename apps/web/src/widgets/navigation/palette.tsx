import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { paths } from '../../paths.ts'
import { palette as messages } from '../../messages/palette.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { offered, type PaletteItem } from './palette-model.ts'
import { useActions } from './use-actions.ts'
import { usePaletteSearch } from './use-palette-search.ts'
import { usePermission } from '../use-permission.ts'

interface Props {
  onClose: () => void
  onHelp: () => void
}

/** The command palette. */
export function Palette({ onClose, onHelp }: Props) {
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const { items, isPending } = useItems(useDeferredValue(text), onHelp)
  const chosen = Math.min(index, items.length - 1)
  const list = useId()
  const idOf = (item: PaletteItem | undefined) => (item ? `${list}-${item.key}` : undefined)

  const run = (item: PaletteItem | undefined) => {
    if (!item) return
    onClose()
    item.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') run(items[chosen])
    else if (event.key === 'ArrowDown') setIndex((chosen + 1) % Math.max(items.length, 1))
    else if (event.key === 'ArrowUp') setIndex((chosen - 1 + items.length) % Math.max(items.length, 1))
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={messages.title} isOpen isBare onOpenChange={onClose}>
      <input
        role="combobox"
        aria-label={messages.title}
        aria-expanded={items.length > 0}
        aria-controls={list}
        aria-activedescendant={idOf(items[chosen])}
        aria-autocomplete="list"
        autoComplete="off"
        maxLength={200}
        placeholder={messages.placeholder}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setIndex(0)
        }}
        onKeyDown={onKeyDown}
        className="h-12 w-full rounded-t-card border-b border-line bg-transparent px-4 text-base text-ink placeholder:text-soft focus-visible:outline-none"
      />
      <div
        id={list}
        role="listbox"
        aria-label={messages.results}
        className="max-h-[60dvh] overflow-y-auto p-2"
      >
        {items.map((item, place) => (
          <Option
            key={item.key}
            id={idOf(item)}
            item={item}
            isFirstOfGroup={items[place - 1]?.group !== item.group}
            isChosen={place === chosen}
            onRun={() => run(item)}
          />
        ))}
      </div>
      {(items.length === 0 || isPending) && (
        <p role="status" className="m-0 px-5 pb-4 text-soft">
          {isPending ? messages.searching : messages.nothing}
        </p>
      )}
    </Dialog>
  )
}

function useItems(text: string, onHelp: () => void): { items: PaletteItem[]; isPending: boolean } {
  const navigate = useNavigate()
  const hasPermission = usePermission()
  const searched = usePaletteSearch(text)
  const items = offered({
    text,
    searched,
    actions: useActions(onHelp),
    openVulnerability: (id) => ({
      key: id,
      group: 'vulnerabilities',
      label: id,
      run: () => void navigate({ href: paths.vulnerabilityPage(id) }),
    }),
    findComponents: hasPermission('insights.read')
      ? (q) => ({
          key: 'components',
          group: 'components',
          label: messages.findComponents(q),
          run: () => void navigate({ to: paths.components, search: { q } }),
        })
      : null,
  })
  return { items, isPending: searched.isPending }
}

interface OptionProps {
  id: string | undefined
  item: PaletteItem
  isFirstOfGroup: boolean
  isChosen: boolean
  onRun: () => void
}

function Option({ id, item, isFirstOfGroup, isChosen, onRun }: OptionProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <>
      {isFirstOfGroup && (
        <div role="presentation" className="px-3 pt-2 pb-1 text-xs font-medium text-soft">
          {messages.groups[item.group]}
        </div>
      )}
      <div
        ref={element}
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isChosen}
        onClick={onRun}
        onKeyDown={({ key }) => key === 'Enter' && onRun()}
        className="cursor-pointer rounded-md px-3 py-2 [overflow-wrap:anywhere] hover:bg-hover aria-selected:bg-hover aria-selected:shadow-[inset_2px_0_var(--accent)]"
      >
        {item.label}
      </div>
    </>
  )
}
