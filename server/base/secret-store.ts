/** Where secrets are kept that processes share. */
export interface SecretStore {
  /** The secret of that name; the first who asks makes it. */
  keep(name: string, make: () => Promise<string>): Promise<string>
}
