import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../api/query.ts'
import { lists as messages } from '../../messages/lists.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { CompactSelect } from '../../ui/compact-select.tsx'
import { FilterField } from '../../ui/filter-field.tsx'
import { Toggles } from '../../ui/toggles.tsx'
import { saveFile } from '../save-file.ts'
import type { Account } from './list-page.tsx'
import { GroupFilter, ProjectSelects } from './project-selects.tsx'

/** Search parameters of a page: undefined removes one. */
export type Patch<Search> = { [K in keyof Search]?: Search[K] | undefined }

/** Of a page with a list; without replace, the back button returns to the current state. */
export interface ListProps<Search> {
  search: Search
  onSearch: (patch: Patch<Search>, how?: { replace?: boolean }) => void
}

export interface AccountListProps<Search> extends ListProps<Search> {
  account: Account
}

interface Options {
  label: string
  options: readonly { value: string; label: string }[]
}

type Field<Search> = keyof Search & string

/** A filter in the URL. */
export type Filter<Search> =
  | {
      kind: 'text'
      field: Field<Search>
      label: string
      placeholder: string
      width?: 'medium' | 'wide'
    }
  /** Its first option is the default, which the URL omits. */
  | (Options & {
      kind: 'select'
      field: Field<Search>
      className?: string
      /** A field that only holds for the value before. */
      resets?: Field<Search>
    })
  | (Options & {
      kind: 'toggles'
      selected: (search: Search) => readonly string[]
      patch: (selected: readonly string[], before: Search) => Patch<Search>
    })
  /** Group, team and tag, if the account has any. */
  | { kind: 'projects'; team: Field<Search>; tag: Field<Search> }
  | { kind: 'group' }
  | { kind: 'other'; render: (props: AccountListProps<Search>) => ReactNode }

interface Props<Search> extends AccountListProps<Search> {
  filters: readonly Filter<Search>[]
  /** Removes all filters; null if none is set. */
  onClear: (() => void) | null
  /** The number of rows. */
  status: ReactNode
  /** After the filters. */
  actions?: ReactNode
}

/** The filters of a list. Phones only show texts, and the others on request, so that the list remains visible. */
export function FilterBar<Search>({ filters, onClear, status, actions, ...props }: Props<Search>) {
  const [isOpen, setOpen] = useState(false)
  const texts = filters.filter(({ kind }) => kind === 'text')
  const others = filters.filter(({ kind }) => kind !== 'text')
  return (
    <div role="search" className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
      <div className="flex items-center gap-2 max-sm:w-full sm:contents">
        {texts.map((filter, at) => (
          <FilterControl key={at} filter={filter} {...props} />
        ))}
        {others.length > 0 && (
          <span className="sm:hidden print:hidden">
            <Button aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
              {messages.filters}
            </Button>
          </span>
        )}
      </div>
      <div className={isOpen ? 'contents' : 'max-sm:hidden sm:contents'}>
        {others.map((filter, at) => (
          <FilterControl key={at} filter={filter} {...props} />
        ))}
      </div>
      {onClear && (
        <Button variant="quiet" onPress={onClear}>
          {messages.clear}
        </Button>
      )}
      <span className="ml-auto flex flex-wrap items-center gap-3">
        <span role="status" className="tabular text-xs text-soft">
          {status}
        </span>
        {actions}
      </span>
    </div>
  )
}

/** Fields of the URL are strings where a text or one of several options is chosen. */
const valueOf = <Search,>(search: Search, field: Field<Search>) => search[field] as string | undefined
const patchOf = <Search,>(field: Field<Search>, value: string | undefined) =>
  ({ [field]: value || undefined }) as Patch<Search>

function FilterControl<Search>({ filter, ...props }: AccountListProps<Search> & { filter: Filter<Search> }) {
  const { search, account } = props
  const onSearch = (patch: Patch<Search>) => props.onSearch(patch, { replace: true })
  if (filter.kind === 'other') return filter.render({ ...props, onSearch })
  if (filter.kind === 'toggles')
    return (
      <Toggles
        label={filter.label}
        options={filter.options}
        selected={[...filter.selected(search)]}
        onChange={(selected) => onSearch(filter.patch(selected, search))}
      />
    )
  if (filter.kind === 'group' || filter.kind === 'projects') {
    const group = 'groupUuid' as Field<Search>
    const onGroup = ({ groupUuid }: { groupUuid?: string | undefined }) => onSearch(patchOf(group, groupUuid))
    if (filter.kind === 'group') return <GroupFilter groupUuid={valueOf(search, group)} onChange={onGroup} />
    return (
      <ProjectSelects
        account={account}
        team={valueOf(search, filter.team)}
        tag={valueOf(search, filter.tag)}
        groupUuid={valueOf(search, group)}
        onChange={(patch) =>
          'team' in patch
            ? onSearch(patchOf(filter.team, patch.team))
            : 'tag' in patch
              ? onSearch(patchOf(filter.tag, patch.tag))
              : onGroup(patch)
        }
      />
    )
  }
  if (filter.kind === 'text')
    return (
      <FilterField
        label={filter.label}
        placeholder={filter.placeholder}
        value={valueOf(search, filter.field) ?? ''}
        {...(filter.width && { width: filter.width })}
        onChange={(text) => onSearch(patchOf(filter.field, text))}
      />
    )
  const initial = filter.options[0]!.value
  const select = (
    <CompactSelect
      label={filter.label}
      value={valueOf(search, filter.field) ?? initial}
      options={filter.options}
      onChange={(value) =>
        onSearch({
          ...patchOf(filter.field, value === initial ? undefined : value),
          ...(filter.resets && patchOf(filter.resets, undefined)),
        })
      }
    />
  )
  return filter.className ? <div className={filter.className}>{select}</div> : select
}

interface DownloadProps {
  fileName: string
  /** Reads the whole list with the current filters. */
  read: () => Promise<string>
  isDisabled: boolean
}

/** Saves a list as CSV. */
export function Download({ fileName, read, isDisabled }: DownloadProps) {
  const download = useMutation({
    mutationFn: async () => saveFile(fileName, await read(), 'text/csv'),
    onError: (error) => showAlert(messageOf(error)),
  })
  return (
    <Button isDisabled={isDisabled || download.isPending} onPress={() => download.mutate()}>
      {messages.download}
    </Button>
  )
}
