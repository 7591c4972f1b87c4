import { changeSbom, findSbom, type HubSbom, readSbom, uploadSbom } from './client.ts'
import { laterOf, type Protocol, unlessAttempted, type WantedState } from './protocol.ts'

/** The protocol of the closed hub, for compatible servers. */
export const hub: Protocol = {
  async find({ session, row }, { serialNumber: uniqueId }) {
    const since = new Date(row.created_at.getTime() - maxClockSkewMs)
    return (await findSbom(session, { uniqueId, since }))?.identity ?? null
  },
  upload(request, { content }) {
    const { session, settings } = request
    const { privacy } = settings
    return unlessAttempted(
      request,
      'attemptedAt',
      async () => (await uploadSbom(session, { content, privacy })).identity,
    )
  },
  async change({ session, delivery }, identity, wanted) {
    const later = laterOf(delivery)
    const isDone = (sbom: HubSbom) => stateOf(sbom) === wanted
    const existing = await readSbom(session, identity)
    if (!existing) throw later('sbomUnknown')
    if (isDone(existing)) return
    const changed = await changeSbom(session, identity, wanted === 'published' ? 'publish' : 'withdraw')
    // The record appears with a delay.
    if (!isDone((await readSbom(session, identity)) ?? changed))
      throw later(wanted === 'published' ? 'sbomNotPublished' : 'sbomNotWithdrawn')
  },
}

const maxClockSkewMs = 3_600_000

/** Both dates stay when the state changes again: the later one counts if the service names no state. */
function stateOf({ lifecycle_status: status, published_date, withdrawn_date }: HubSbom): WantedState {
  const isWithdrawn =
    withdrawn_date !== '' &&
    (status === '' ? Date.parse(withdrawn_date) > (Date.parse(published_date) || 0) : status === 'WITHDRAWN')
  if (isWithdrawn) return 'withdrawn'
  return published_date === '' ? 'uploaded' : 'published'
}
