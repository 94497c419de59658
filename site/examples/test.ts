/** Node's `test`, for browsers: as much of it as the examples use. */
export async function test(name: string, body: () => unknown): Promise<void> {
  try {
    await body();
    console.log(`✓ ${name}`);
  } catch (error) {
    console.log(`✗ ${name}`);
    throw error;
  }
}
