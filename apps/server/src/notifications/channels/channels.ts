import type { ChannelKind } from '@assay/contract/notification-channels.ts'
import type { PostedChannel } from './core/posted-channel.ts'
import { discord } from './discord/index.ts'
import { googleChat } from './google-chat/index.ts'
import { mattermost } from './mattermost/index.ts'
import { slack } from './slack/index.ts'
import { slackApp } from './slack-app/index.ts'
import { teams } from './teams/index.ts'
import { webhook } from './webhook/index.ts'

/** The channels that are posted to; email is sent by the mail server. */
export const postedChannels: Readonly<Record<Exclude<ChannelKind, 'email'>, PostedChannel>> = {
  slack,
  slackApp,
  teams,
  mattermost,
  discord,
  googleChat,
  webhook,
}
