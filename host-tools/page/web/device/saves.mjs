// The flash's save region, stored in the browser. A reload of the page is like a power cut.

const STORE = 'regions';
const KEY = 'saves';

function finished(request) {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

export class Saves {
  static async open() {
    const opening = indexedDB.open('dobutsu-device', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    return new Saves(await finished(opening));
  }

  constructor(database) {
    this.database = database;
    // The regions that are being stored.
    this.writing = 0;
  }

  // The stored region, or undefined.
  read() {
    return finished(this.database.transaction(STORE).objectStore(STORE).get(KEY));
  }

  // Stores the region, after those that are being stored.
  async keep(region) {
    const transaction = this.database.transaction(STORE, 'readwrite');
    transaction.objectStore(STORE).put(region, KEY);
    this.writing++;
    await new Promise((done, failed) => {
      transaction.oncomplete = done;
      transaction.onabort = () => failed(transaction.error);
    }).finally(() => this.writing--);
  }
}
