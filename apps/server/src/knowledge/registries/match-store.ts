import { type RawBuilder, sql } from 'kysely'

interface OfPackage {
  accountUuid: RawBuilder<unknown>
  ecosystem: RawBuilder<unknown>
  /** Normalized. */
  name: RawBuilder<unknown>
}

/**
 * The account's registry for a package; null if its patterns match none. The longest prefix is the most specific. Those
 * that are off match too: their packages are private.
 */
export const registryFor = ({ accountUuid, ecosystem, name }: OfPackage): RawBuilder<string | null> => sql`(
  select registry.uuid from package_registry as registry cross join unnest(registry.prefixes) as prefix
  where registry.account_uuid = ${accountUuid} and registry.ecosystem = ${ecosystem}
    and starts_with(${name} || chr(10), prefix)
  order by length(prefix) desc limit 1)`
