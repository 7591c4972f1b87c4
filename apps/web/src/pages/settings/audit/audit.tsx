import { audit } from '@assay/contract/audit.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { saveFile } from '../../../parts/save-file.ts'
import { settings } from '../../../texts/settings.ts'
import { ActButton } from '../act-button.tsx'
import { Known } from '../known.tsx'
import { Part } from '../part.tsx'
import type { SectionProps, SettingsSearch } from '../search.ts'
import { useAct } from '../use-act.ts'
import { useRefusal } from '../use-refusal.ts'
import { useUser } from '../use-user.ts'
import { Events } from './events.tsx'
import { Filters } from './filters.tsx'

const words = settings.audit

/** What the filters say, as the calls want it. */
const queryOf = ({ q = '', member, action, from, to }: SettingsSearch) => ({
  text: q,
  ...(member !== undefined && { memberUuid: member }),
  ...(action !== undefined && { action }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
})

export function Audit(props: SectionProps) {
  const params = { accountUuid: useUser().account.uuid }
  const query = queryOf(props.search)
  const refusal = useRefusal()(audit.list)
  const log = useInfiniteQuery({
    queryKey: ['audit', params.accountUuid, query],
    queryFn: ({ pageParam, signal }) =>
      api.audit.list(
        { params, query: { ...query, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // What was found stays in view until the next is.
    placeholderData: keepPreviousData,
  })
  const download = useAct<void>(async () =>
    saveFile('audit.csv', await api.audit.csv({ params, query }), 'text/csv'),
  )
  return (
    <Part
      title={words.title}
      isFlush
      acts={
        <ActButton refusal={refusal} onPress={() => download.mutate()}>
          {words.download}
        </ActButton>
      }
    >
      {refusal === null && <Filters {...props} />}
      <Known query={log}>
        {({ pages }) => (
          <Events {...props} isBusy={log.isPlaceholderData} events={pages.flatMap(({ events }) => events)} />
        )}
      </Known>
      {log.hasNextPage && (
        <div className="px-4 py-3">
          <ActButton onPress={() => void log.fetchNextPage()}>{words.more}</ActButton>
        </div>
      )}
    </Part>
  )
}
