import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'

/** How a team maintains its dependencies over the year. */
export type Habit =
  | 'keeps up'
  | 'catches up'
  | 'drifts'
  // Accumulates old packages as it grows.
  | 'piles up'

export interface DemoProject {
  name: string
  url: string
  ecosystems: EcosystemId[]
  habit: Habit
  team: string
  tags: string[]
  /** Branches besides main. */
  branches: string[]
}

/** name, ecosystems, habit, team, tags, branches. */
const rows = `
storefront          | npm            | catches up | Shop      | frontend, public    | develop, release/4.x
checkout            | npm            | keeps up   | Shop      | frontend, public    | develop
cart-api            | npm            | catches up | Shop      | backend             | develop
product-search      | maven          | drifts     | Shop      | backend             |
order-service       | maven          | catches up | Shop      | backend, critical   | develop, release/2.x
payment-gateway     | maven          | keeps up   | Shop      | backend, critical   | develop
invoice-mailer      | packagist      | drifts     | Shop      | backend             |
voucher-admin       | packagist      | catches up | Shop      | internal            |
returns-portal      | packagist, npm | piles up   | Shop      | public              | develop
price-engine        | nuget          | catches up | Shop      | backend, critical   |
identity            | go             | keeps up   | Platform  | backend, critical   | develop, release/1.x
edge-proxy          | go             | catches up | Platform  | infrastructure      | develop
build-runner        | go             | drifts     | Platform  | infrastructure      |
image-builder       | go             | catches up | Platform  | infrastructure      |
secrets-agent       | crates.io      | keeps up   | Platform  | infrastructure, critical | develop
log-shipper         | crates.io      | catches up | Platform  | infrastructure      |
metrics-collector   | go             | keeps up   | Platform  | infrastructure      | develop
queue-broker        | crates.io      | drifts     | Platform  | infrastructure      |
config-server       | maven          | piles up   | Platform  | backend             |
status-page         | rubygems       | keeps up   | Platform  | public              |
recommendations     | pypi           | catches up | Analytics | backend             | develop
churn-model         | pypi           | drifts     | Analytics | internal            |
report-builder      | pypi           | piles up   | Analytics | internal            | develop
event-ingest        | crates.io      | catches up | Analytics | backend             | develop
data-catalog        | pypi, npm      | keeps up   | Analytics | internal            |
forecasting         | pypi           | catches up | Analytics | internal            |
dashboard-widgets   | npm            | piles up   | Analytics | frontend, internal  |
warehouse-sync      | maven          | drifts     | Analytics | backend             |
editorial           | rubygems       | catches up | Content   | backend             | develop, release/7.x
media-library       | rubygems       | drifts     | Content   | backend             |
newsletter          | packagist      | catches up | Content   | public              |
image-resizer       | pypi           | keeps up   | Content   | backend             |
docs-site           | npm            | keeps up   | Content   | frontend, public    |
comments            | rubygems, npm  | piles up   | Content   | public              | develop
feed-reader         | packagist      | keeps up   | Content   | backend             |
warehouse-desktop   | nuget          | drifts     | Logistics | internal            |
route-planner       | nuget          | catches up | Logistics | backend, critical   | develop
label-printer       | nuget          | piles up   | Logistics | internal            |
carrier-bridge      | maven          | catches up | Logistics | backend             | develop
driver-app          | npm            | keeps up   | Logistics | frontend            | develop`

/** The projects of a fictional company. */
export const portfolio: readonly DemoProject[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [name = '', ecosystems = '', habit, team = '', tags = '', branches = ''] = row
      .split('|')
      .map((part) => part.trim())
    const list = (text: string) => (text === '' ? [] : text.split(', '))
    return {
      name,
      url: `https://git.example.org/${team.toLowerCase()}/${name}`,
      team,
      ecosystems: list(ecosystems) as EcosystemId[],
      habit: habit as Habit,
      tags: list(tags),
      branches: list(branches),
    }
  })
