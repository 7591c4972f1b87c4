import { contract, type Contract } from '@assay/contract/contract.ts'
import { type Client, type ClientOptions, createClient } from './create-client.ts'

/** The client of Assay's API. Undeclared statuses throw ApiError; a failed connection throws TypeError. */
export const createAssayClient = (options: ClientOptions): Client<Contract> => createClient(contract, options)
