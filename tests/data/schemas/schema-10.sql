BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'lore','first_schema','2026-11-28 21:16:11.607017+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'lore','daily_figures','2026-11-28 21:16:11.607263+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'lore','documents','2026-11-28 21:16:11.607610+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'lore','sealed_log','2026-11-28 21:16:11.608474+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'lore','whole_ids','2026-11-28 21:16:11.609955+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'lore','reasons','2026-11-28 21:16:11.610443+00:00');
INSERT INTO "_sqlite_migrations" VALUES(7,'lore','digests','2026-11-28 21:16:11.610801+00:00');
INSERT INTO "_sqlite_migrations" VALUES(8,'lore','what_stands','2026-11-28 21:16:11.611762+00:00');
INSERT INTO "_sqlite_migrations" VALUES(9,'lore','how_facts_came','2026-11-28 21:16:11.612628+00:00');
INSERT INTO "_sqlite_migrations" VALUES(10,'lore','words_of_facts','2026-11-28 21:16:11.613009+00:00');
CREATE TABLE accesses (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT UNIQUE,
    fact TEXT NOT NULL,
    session TEXT,
    kind TEXT NOT NULL,
    at TEXT NOT NULL
);
CREATE TABLE aliases (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    alias TEXT NOT NULL UNIQUE,
    id TEXT NOT NULL
);
CREATE TABLE audit (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    "table" TEXT NOT NULL,
    target TEXT NOT NULL,
    before TEXT,
    after TEXT,
    unit INTEGER NOT NULL,
    run TEXT,
    undoes INTEGER
, row_hash TEXT, installation TEXT, number INTEGER);
INSERT INTO "audit" VALUES(1,'2026-03-12T09:00:00Z','agent:torture','fact.add','facts','f:w5ylktin4dpvww4x',NULL,'{"seq":1,"id":"f:w5ylktin4dpvww4x","text":"zqmehdmohdhaic says that the cache logger branch review test docker branch region deploy commit editor parser","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"origin":null,"standing":0,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"because":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"2761707bdf03149836e247e1ee7cd73c","rev":1}',1,NULL,NULL,'526df02c87726c7a','7vyouhpjr7olekl3',1);
INSERT INTO "audit" VALUES(2,'2026-03-12T09:00:00Z','agent:torture','evidence.add','evidence','e:ulit2ztesqgkj3rk',NULL,'{"seq":1,"quote":"zqmehdmohdhaic says that the cache logger branch review test docker branch region deploy commit editor parser","session":"s0","source_id":null,"role":"user","agent":null,"at":null,"id":"e:ulit2ztesqgkj3rk","fact":"f:w5ylktin4dpvww4x"}',1,NULL,NULL,'d73ad0ca559864fc','7vyouhpjr7olekl3',2);
INSERT INTO "audit" VALUES(3,'2026-03-12T09:00:00Z','hook','session.add','sessions','session-0-262293031823',NULL,'{"id":"session-0-262293031823","agent":"claude-code","project":"torture","cwd":null,"title":null,"started_at":null,"ended_at":null,"parent":null}',3,NULL,NULL,'dd4e26df81a4bf79','7vyouhpjr7olekl3',3);
INSERT INTO "audit" VALUES(4,'2026-03-12T09:00:00Z','hook','turns.add','turns','session-0-262293031823',NULL,'{"seqs":[[1,2]]}',3,NULL,NULL,'b129084df2b20f96','7vyouhpjr7olekl3',4);
INSERT INTO "audit" VALUES(5,'2026-03-12T09:00:00Z','consolidation','fact.add','facts','f:wjcgyk6ggolpb7l7',NULL,'{"seq":2,"id":"f:wjcgyk6ggolpb7l7","text":"zqgfipoojffpkp says that the script script docker timeout table index table commit timeout package release shell","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"origin":null,"standing":0,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"because":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"3ca389566afd246015d6b17984b81696","rev":1}',5,NULL,NULL,'103e8bf74e36c231','7vyouhpjr7olekl3',5);
INSERT INTO "audit" VALUES(6,'2026-03-12T09:00:00Z','consolidation','link.add','links','l:wtfs2mulcphqjlby',NULL,'{"seq":1,"source":"f:wjcgyk6ggolpb7l7","kind":"derived_from","target":"f:w5ylktin4dpvww4x","id":"l:wtfs2mulcphqjlby"}',5,NULL,NULL,'87da685a937d4619','7vyouhpjr7olekl3',6);
INSERT INTO "audit" VALUES(7,'2026-03-12T09:00:00Z','consolidation','fact.edit','facts','f:w5ylktin4dpvww4x','{"seq":1,"id":"f:w5ylktin4dpvww4x","text":"zqmehdmohdhaic says that the cache logger branch review test docker branch region deploy commit editor parser","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"2761707bdf03149836e247e1ee7cd73c","rev":1,"because":null,"origin":null,"standing":0}','{"seq":1,"id":"f:w5ylktin4dpvww4x","text":"zqgldglgpagobp says that the review linter parser queue release cache package parser deploy review socket release","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"aee852dd34f790cf83c6d6ac0ed64a80","rev":2,"because":null,"origin":null,"standing":0}',5,NULL,NULL,'8df9ffac192c8f79','7vyouhpjr7olekl3',7);
INSERT INTO "audit" VALUES(8,'2026-03-12T09:00:00Z','consolidation','fact.supersede','facts','f:w5ylktin4dpvww4x','{"seq":1,"id":"f:w5ylktin4dpvww4x","text":"zqgldglgpagobp says that the review linter parser queue release cache package parser deploy review socket release","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"aee852dd34f790cf83c6d6ac0ed64a80","rev":2,"because":null,"origin":null,"standing":0}','{"seq":1,"id":"f:w5ylktin4dpvww4x","text":"zqgldglgpagobp says that the review linter parser queue release cache package parser deploy review socket release","kind":"note","status":"superseded","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"aee852dd34f790cf83c6d6ac0ed64a80","rev":3,"because":null,"origin":null,"standing":0}',5,NULL,NULL,'310a2cda5ff2d4a4','7vyouhpjr7olekl3',8);
INSERT INTO "audit" VALUES(9,'2026-03-12T09:00:00Z','consolidation','candidate.add','candidates','c:si3edjhmy6gvoidh',NULL,'{"seq":1,"id":"c:si3edjhmy6gvoidh","text":"zqgfipoojffpkp says that the script script docker timeout table index table commit timeout package release shell","fact":"f:wjcgyk6ggolpb7l7","kind":"convention","status":"waiting","layer":"project","project":null,"because":"","corrections":0,"sessions":0,"replaces":null,"reason":null,"fingerprint":"f:wjcgyk6ggolpb7l7","snoozed_until":null,"created_at":"2026-03-12T09:00:00Z","decided_at":null,"rev":1}',5,NULL,NULL,'1ae30bc030dae70f','7vyouhpjr7olekl3',9);
INSERT INTO "audit" VALUES(10,'2026-03-12T09:00:00Z','person','fact.edit','facts','f:wjcgyk6ggolpb7l7','{"seq":2,"id":"f:wjcgyk6ggolpb7l7","text":"zqgfipoojffpkp says that the script script docker timeout table index table commit timeout package release shell","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"3ca389566afd246015d6b17984b81696","rev":1,"because":null,"origin":null,"standing":0}','{"seq":2,"id":"f:wjcgyk6ggolpb7l7","text":"zqompppmjhmgba says that the script review commit migration module review branch timeout shell retry config build","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"89bd7b1d68848bd17528de98c39a1359","rev":2,"because":null,"origin":null,"standing":0}',10,NULL,NULL,'4aff76a87696f375','7vyouhpjr7olekl3',10);
INSERT INTO "audit" VALUES(11,'2026-03-12T09:00:00Z','agent:torture','fact.add','facts','f:ppglm5igvprwl4k4',NULL,'{"seq":3,"id":"f:ppglm5igvprwl4k4","text":"zqcolfgbcfpmmm says that the script build queue linter package branch region retry type table logger logger","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"origin":null,"standing":0,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"because":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"ef2d2a076962ee67caf60401ea38e8ce","rev":1}',11,NULL,NULL,'fea54eb5be0b4efb','7vyouhpjr7olekl3',11);
INSERT INTO "audit" VALUES(12,'2026-03-12T09:00:00Z','agent:torture','evidence.add','evidence','e:bifcgwjemm2y2pqz',NULL,'{"seq":2,"quote":"zqcolfgbcfpmmm says that the script build queue linter package branch region retry type table logger logger","session":"s1","source_id":null,"role":"user","agent":null,"at":null,"id":"e:bifcgwjemm2y2pqz","fact":"f:ppglm5igvprwl4k4"}',11,NULL,NULL,'79b4086276cc2d3b','7vyouhpjr7olekl3',12);
INSERT INTO "audit" VALUES(13,'2026-03-12T09:00:00Z','hook','session.add','sessions','session-0-961715402706',NULL,'{"id":"session-0-961715402706","agent":"claude-code","project":"torture","cwd":null,"title":null,"started_at":null,"ended_at":null,"parent":null}',13,NULL,NULL,'65a234ea29732207','7vyouhpjr7olekl3',13);
INSERT INTO "audit" VALUES(14,'2026-03-12T09:00:00Z','hook','turns.add','turns','session-0-961715402706',NULL,'{"seqs":[[3,10]]}',13,NULL,NULL,'b23286fe8d5ffae8','7vyouhpjr7olekl3',14);
INSERT INTO "audit" VALUES(15,'2026-03-12T09:00:00Z','consolidation','fact.add','facts','f:xrf4u4426niiqrqd',NULL,'{"seq":4,"id":"f:xrf4u4426niiqrqd","text":"zqignmaepgimjp says that the module column token build shell build docker commit schema test schema module","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"origin":null,"standing":0,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"because":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"2fc5c91a10cfc8f7d732d23e9f597dbd","rev":1}',15,NULL,NULL,'e150159fb71ef54a','7vyouhpjr7olekl3',15);
INSERT INTO "audit" VALUES(16,'2026-03-12T09:00:00Z','consolidation','link.add','links','l:fxugiawg6scb6f25',NULL,'{"seq":2,"source":"f:xrf4u4426niiqrqd","kind":"derived_from","target":"f:ppglm5igvprwl4k4","id":"l:fxugiawg6scb6f25"}',15,NULL,NULL,'bb17a26fd991679b','7vyouhpjr7olekl3',16);
INSERT INTO "audit" VALUES(17,'2026-03-12T09:00:00Z','consolidation','fact.edit','facts','f:ppglm5igvprwl4k4','{"seq":3,"id":"f:ppglm5igvprwl4k4","text":"zqcolfgbcfpmmm says that the script build queue linter package branch region retry type table logger logger","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"ef2d2a076962ee67caf60401ea38e8ce","rev":1,"because":null,"origin":null,"standing":0}','{"seq":3,"id":"f:ppglm5igvprwl4k4","text":"zqilpkmbahlhck says that the region module server module build commit linter config token module index editor","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"f23f0eac6561b7901d11b73e363a8805","rev":2,"because":null,"origin":null,"standing":0}',15,NULL,NULL,'970abde12915f8d7','7vyouhpjr7olekl3',17);
INSERT INTO "audit" VALUES(18,'2026-03-12T09:00:00Z','consolidation','link.add','links','l:tqmmqc45p5sklqlv',NULL,'{"seq":3,"source":"f:xrf4u4426niiqrqd","kind":"derived_from","target":"f:wjcgyk6ggolpb7l7","id":"l:tqmmqc45p5sklqlv"}',15,NULL,NULL,'e27979483973b216','7vyouhpjr7olekl3',18);
INSERT INTO "audit" VALUES(19,'2026-03-12T09:00:00Z','consolidation','fact.edit','facts','f:wjcgyk6ggolpb7l7','{"seq":2,"id":"f:wjcgyk6ggolpb7l7","text":"zqompppmjhmgba says that the script review commit migration module review branch timeout shell retry config build","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"89bd7b1d68848bd17528de98c39a1359","rev":2,"because":null,"origin":null,"standing":0}','{"seq":2,"id":"f:wjcgyk6ggolpb7l7","text":"zqnnoknjbokfim says that the release commit logger script logger commit queue queue type port cache script","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"c71fc53d1402f78f5a188f17a2f00628","rev":3,"because":null,"origin":null,"standing":0}',15,NULL,NULL,'e45de970a728202a','7vyouhpjr7olekl3',19);
INSERT INTO "audit" VALUES(20,'2026-03-12T09:00:00Z','consolidation','fact.supersede','facts','f:ppglm5igvprwl4k4','{"seq":3,"id":"f:ppglm5igvprwl4k4","text":"zqilpkmbahlhck says that the region module server module build commit linter config token module index editor","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"f23f0eac6561b7901d11b73e363a8805","rev":2,"because":null,"origin":null,"standing":0}','{"seq":3,"id":"f:ppglm5igvprwl4k4","text":"zqilpkmbahlhck says that the region module server module build commit linter config token module index editor","kind":"note","status":"superseded","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"f23f0eac6561b7901d11b73e363a8805","rev":3,"because":null,"origin":null,"standing":0}',15,NULL,NULL,'fdb03c120b861077','7vyouhpjr7olekl3',20);
INSERT INTO "audit" VALUES(21,'2026-03-12T09:00:00Z','consolidation','candidate.add','candidates','c:bmiwep6nr2leafyf',NULL,'{"seq":2,"id":"c:bmiwep6nr2leafyf","text":"zqignmaepgimjp says that the module column token build shell build docker commit schema test schema module","fact":"f:xrf4u4426niiqrqd","kind":"convention","status":"waiting","layer":"project","project":null,"because":"","corrections":0,"sessions":0,"replaces":null,"reason":null,"fingerprint":"f:xrf4u4426niiqrqd","snoozed_until":null,"created_at":"2026-03-12T09:00:00Z","decided_at":null,"rev":1}',15,NULL,NULL,'e3212644cd48085c','7vyouhpjr7olekl3',21);
INSERT INTO "audit" VALUES(22,'2026-03-12T09:00:00Z','person','fact.edit','facts','f:xrf4u4426niiqrqd','{"seq":4,"id":"f:xrf4u4426niiqrqd","text":"zqignmaepgimjp says that the module column token build shell build docker commit schema test schema module","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"2fc5c91a10cfc8f7d732d23e9f597dbd","rev":1,"because":null,"origin":null,"standing":0}','{"seq":4,"id":"f:xrf4u4426niiqrqd","text":"zqlkjhobhmkmol says that the module build cache type port server test type editor token region port","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"f5c1c756d43f313fec31ba4403e8f1e0","rev":2,"because":null,"origin":null,"standing":0}',22,NULL,NULL,'4e60b22b2423fd43','7vyouhpjr7olekl3',22);
INSERT INTO "audit" VALUES(23,'2026-03-12T09:00:00Z','agent:torture','fact.add','facts','f:eiz6yfhjl52e6crw',NULL,'{"seq":5,"id":"f:eiz6yfhjl52e6crw","text":"zqkblfbhfkcfbl says that the retry table socket column parser type branch build script parser type cache","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"origin":null,"standing":0,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"because":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"bc44400404fdb18d733e40a321d9e737","rev":1}',23,NULL,NULL,'42046172e6fb49a3','7vyouhpjr7olekl3',23);
INSERT INTO "audit" VALUES(24,'2026-03-12T09:00:00Z','agent:torture','evidence.add','evidence','e:fvimp3ul2m57buw2',NULL,'{"seq":3,"quote":"zqkblfbhfkcfbl says that the retry table socket column parser type branch build script parser type cache","session":"s2","source_id":null,"role":"user","agent":null,"at":null,"id":"e:fvimp3ul2m57buw2","fact":"f:eiz6yfhjl52e6crw"}',23,NULL,NULL,'c9cd1ad9c2765910','7vyouhpjr7olekl3',24);
INSERT INTO "audit" VALUES(25,'2026-03-12T09:00:00Z','hook','session.add','sessions','session-0-560594192153',NULL,'{"id":"session-0-560594192153","agent":"claude-code","project":"torture","cwd":null,"title":null,"started_at":null,"ended_at":null,"parent":null}',25,NULL,NULL,'a4b4cd8326646118','7vyouhpjr7olekl3',25);
INSERT INTO "audit" VALUES(26,'2026-03-12T09:00:00Z','hook','turns.add','turns','session-0-560594192153',NULL,'{"seqs":[[11,11]]}',25,NULL,NULL,'3fffaedee4468119','7vyouhpjr7olekl3',26);
INSERT INTO "audit" VALUES(27,'2026-03-12T09:00:00Z','consolidation','fact.add','facts','f:5zj7rnawfauqg45y',NULL,'{"seq":6,"id":"f:5zj7rnawfauqg45y","text":"zqdikfcjlibhdk says that the deploy test shell port review shell socket token migration shell module table","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"origin":null,"standing":0,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"because":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"970d9c720e6113e5adfef9faac7aaec3","rev":1}',27,NULL,NULL,'b5e1b1e2960e5c50','7vyouhpjr7olekl3',27);
INSERT INTO "audit" VALUES(28,'2026-03-12T09:00:00Z','consolidation','link.add','links','l:nf7tic4jmvqrp5de',NULL,'{"seq":4,"source":"f:5zj7rnawfauqg45y","kind":"derived_from","target":"f:wjcgyk6ggolpb7l7","id":"l:nf7tic4jmvqrp5de"}',27,NULL,NULL,'52948a1f9f91604b','7vyouhpjr7olekl3',28);
INSERT INTO "audit" VALUES(29,'2026-03-12T09:00:00Z','consolidation','fact.edit','facts','f:wjcgyk6ggolpb7l7','{"seq":2,"id":"f:wjcgyk6ggolpb7l7","text":"zqnnoknjbokfim says that the release commit logger script logger commit queue queue type port cache script","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"c71fc53d1402f78f5a188f17a2f00628","rev":3,"because":null,"origin":null,"standing":0}','{"seq":2,"id":"f:wjcgyk6ggolpb7l7","text":"zqkbmlnnigpcgh says that the column token shell type parser linter logger shell socket review table editor","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"5572c881ff0bca99327a1cc19677526a","rev":4,"because":null,"origin":null,"standing":0}',27,NULL,NULL,'567040995999bb38','7vyouhpjr7olekl3',29);
INSERT INTO "audit" VALUES(30,'2026-03-12T09:00:00Z','consolidation','link.add','links','l:csabhugmixh3pm3k',NULL,'{"seq":5,"source":"f:5zj7rnawfauqg45y","kind":"derived_from","target":"f:eiz6yfhjl52e6crw","id":"l:csabhugmixh3pm3k"}',27,NULL,NULL,'b7d8bbf7b4166a6d','7vyouhpjr7olekl3',30);
INSERT INTO "audit" VALUES(31,'2026-03-12T09:00:00Z','consolidation','fact.edit','facts','f:eiz6yfhjl52e6crw','{"seq":5,"id":"f:eiz6yfhjl52e6crw","text":"zqkblfbhfkcfbl says that the retry table socket column parser type branch build script parser type cache","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"bc44400404fdb18d733e40a321d9e737","rev":1,"because":null,"origin":null,"standing":0}','{"seq":5,"id":"f:eiz6yfhjl52e6crw","text":"zqfpicekgedook says that the timeout linter cache docker cache column type script schema test logger package","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"e8332692dd7e3714cc5b963318261b7b","rev":2,"because":null,"origin":null,"standing":0}',27,NULL,NULL,'bbdaee7d7200f8ad','7vyouhpjr7olekl3',31);
INSERT INTO "audit" VALUES(32,'2026-03-12T09:00:00Z','consolidation','link.add','links','l:jicfteuxt67k3mr4',NULL,'{"seq":6,"source":"f:5zj7rnawfauqg45y","kind":"derived_from","target":"f:xrf4u4426niiqrqd","id":"l:jicfteuxt67k3mr4"}',27,NULL,NULL,'226193b2bdf15881','7vyouhpjr7olekl3',32);
INSERT INTO "audit" VALUES(33,'2026-03-12T09:00:00Z','consolidation','fact.edit','facts','f:xrf4u4426niiqrqd','{"seq":4,"id":"f:xrf4u4426niiqrqd","text":"zqlkjhobhmkmol says that the module build cache type port server test type editor token region port","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"f5c1c756d43f313fec31ba4403e8f1e0","rev":2,"because":null,"origin":null,"standing":0}','{"seq":4,"id":"f:xrf4u4426niiqrqd","text":"zqngaeaihfjkad says that the schema queue editor logger release parser token build socket commit docker port","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"5a27585cbd194d2582f976bd6561d93b","rev":3,"because":null,"origin":null,"standing":0}',27,NULL,NULL,'f3e4fb9223edafb5','7vyouhpjr7olekl3',33);
INSERT INTO "audit" VALUES(34,'2026-03-12T09:00:00Z','consolidation','fact.supersede','facts','f:wjcgyk6ggolpb7l7','{"seq":2,"id":"f:wjcgyk6ggolpb7l7","text":"zqkbmlnnigpcgh says that the column token shell type parser linter logger shell socket review table editor","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"5572c881ff0bca99327a1cc19677526a","rev":4,"because":null,"origin":null,"standing":0}','{"seq":2,"id":"f:wjcgyk6ggolpb7l7","text":"zqkbmlnnigpcgh says that the column token shell type parser linter logger shell socket review table editor","kind":"convention","status":"superseded","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"5572c881ff0bca99327a1cc19677526a","rev":5,"because":null,"origin":null,"standing":0}',27,NULL,NULL,'e84b49d4c823592c','7vyouhpjr7olekl3',34);
INSERT INTO "audit" VALUES(35,'2026-03-12T09:00:00Z','consolidation','candidate.add','candidates','c:gd3tzc4jjiyb6bix',NULL,'{"seq":3,"id":"c:gd3tzc4jjiyb6bix","text":"zqdikfcjlibhdk says that the deploy test shell port review shell socket token migration shell module table","fact":"f:5zj7rnawfauqg45y","kind":"convention","status":"waiting","layer":"project","project":null,"because":"","corrections":0,"sessions":0,"replaces":null,"reason":null,"fingerprint":"f:5zj7rnawfauqg45y","snoozed_until":null,"created_at":"2026-03-12T09:00:00Z","decided_at":null,"rev":1}',27,NULL,NULL,'ccef842f20d47c79','7vyouhpjr7olekl3',35);
INSERT INTO "audit" VALUES(36,'2026-03-12T09:00:00Z','person','fact.edit','facts','f:eiz6yfhjl52e6crw','{"seq":5,"id":"f:eiz6yfhjl52e6crw","text":"zqfpicekgedook says that the timeout linter cache docker cache column type script schema test logger package","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"e8332692dd7e3714cc5b963318261b7b","rev":2,"because":null,"origin":null,"standing":0}','{"seq":5,"id":"f:eiz6yfhjl52e6crw","text":"zqhhcoimeebbgn says that the shell port config release retry review linter schema test commit column migration","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"59ef3388bdb82ea806a8ef5ee5b201e8","rev":3,"because":null,"origin":null,"standing":0}',36,NULL,NULL,'9f85da63b92d50f0','7vyouhpjr7olekl3',36);
INSERT INTO "audit" VALUES(37,'2026-03-12T09:00:00Z','agent:torture','fact.add','facts','f:3iurkg2qmzgcqs5a',NULL,'{"seq":7,"id":"f:3iurkg2qmzgcqs5a","text":"zqjompdondplgn says that the index migration type editor column logger cache package socket commit migration branch","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"origin":null,"standing":0,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"because":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"ddd6739ed1c6f3771cfcc81b04ead895","rev":1}',37,NULL,NULL,'e65ff0caeab73b35','7vyouhpjr7olekl3',37);
INSERT INTO "audit" VALUES(38,'2026-03-12T09:00:00Z','agent:torture','evidence.add','evidence','e:rhur52dv7s2yohme',NULL,'{"seq":4,"quote":"zqjompdondplgn says that the index migration type editor column logger cache package socket commit migration branch","session":"s3","source_id":null,"role":"user","agent":null,"at":null,"id":"e:rhur52dv7s2yohme","fact":"f:3iurkg2qmzgcqs5a"}',37,NULL,NULL,'d82697bdd5afbb69','7vyouhpjr7olekl3',38);
INSERT INTO "audit" VALUES(39,'2026-03-12T09:00:00Z','hook','session.add','sessions','session-0-759348446493',NULL,'{"id":"session-0-759348446493","agent":"claude-code","project":"torture","cwd":null,"title":null,"started_at":null,"ended_at":null,"parent":null}',39,NULL,NULL,'0ab33e8cc128315b','7vyouhpjr7olekl3',39);
INSERT INTO "audit" VALUES(40,'2026-03-12T09:00:00Z','hook','turns.add','turns','session-0-759348446493',NULL,'{"seqs":[[12,14]]}',39,NULL,NULL,'58da557080573389','7vyouhpjr7olekl3',40);
INSERT INTO "audit" VALUES(41,'2026-03-12T09:00:00Z','consolidation','fact.add','facts','f:4lccx7px47kli74n',NULL,'{"seq":8,"id":"f:4lccx7px47kli74n","text":"zqkadmpglfkbdd says that the shell test editor package logger timeout region schema release token type logger","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"origin":null,"standing":0,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"because":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"3f88e9397268c36af7dd6d8146593d9f","rev":1}',41,NULL,NULL,'e037c80f59b00eff','7vyouhpjr7olekl3',41);
INSERT INTO "audit" VALUES(42,'2026-03-12T09:00:00Z','consolidation','link.add','links','l:456apafs32aiqx3j',NULL,'{"seq":7,"source":"f:4lccx7px47kli74n","kind":"derived_from","target":"f:3iurkg2qmzgcqs5a","id":"l:456apafs32aiqx3j"}',41,NULL,NULL,'51f167de48a873cf','7vyouhpjr7olekl3',42);
INSERT INTO "audit" VALUES(43,'2026-03-12T09:00:00Z','consolidation','fact.edit','facts','f:3iurkg2qmzgcqs5a','{"seq":7,"id":"f:3iurkg2qmzgcqs5a","text":"zqjompdondplgn says that the index migration type editor column logger cache package socket commit migration branch","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"ddd6739ed1c6f3771cfcc81b04ead895","rev":1,"because":null,"origin":null,"standing":0}','{"seq":7,"id":"f:3iurkg2qmzgcqs5a","text":"zqifmppdgfkdeb says that the branch type server review column editor queue branch commit config retry table","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"0b94480a84db1012aca6727e995cb0e3","rev":2,"because":null,"origin":null,"standing":0}',41,NULL,NULL,'cda4ff67b7abef59','7vyouhpjr7olekl3',43);
INSERT INTO "audit" VALUES(44,'2026-03-12T09:00:00Z','consolidation','link.add','links','l:uia3e3d7oelbntga',NULL,'{"seq":8,"source":"f:4lccx7px47kli74n","kind":"derived_from","target":"f:xrf4u4426niiqrqd","id":"l:uia3e3d7oelbntga"}',41,NULL,NULL,'b23ca7a83a741dd6','7vyouhpjr7olekl3',44);
INSERT INTO "audit" VALUES(45,'2026-03-12T09:00:00Z','consolidation','fact.edit','facts','f:xrf4u4426niiqrqd','{"seq":4,"id":"f:xrf4u4426niiqrqd","text":"zqngaeaihfjkad says that the schema queue editor logger release parser token build socket commit docker port","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"5a27585cbd194d2582f976bd6561d93b","rev":3,"because":null,"origin":null,"standing":0}','{"seq":4,"id":"f:xrf4u4426niiqrqd","text":"zqjgilogdhfgde says that the deploy script index queue migration shell server column docker release socket table","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"6055b2acaa3dafb61d216eb0a1bbae75","rev":4,"because":null,"origin":null,"standing":0}',41,NULL,NULL,'0eaf0123e068b1e9','7vyouhpjr7olekl3',45);
INSERT INTO "audit" VALUES(46,'2026-03-12T09:00:00Z','consolidation','link.add','links','l:6kmbg22q25u77p3x',NULL,'{"seq":9,"source":"f:4lccx7px47kli74n","kind":"derived_from","target":"f:eiz6yfhjl52e6crw","id":"l:6kmbg22q25u77p3x"}',41,NULL,NULL,'1ebb0e95a9fb68af','7vyouhpjr7olekl3',46);
INSERT INTO "audit" VALUES(47,'2026-03-12T09:00:00Z','consolidation','fact.edit','facts','f:eiz6yfhjl52e6crw','{"seq":5,"id":"f:eiz6yfhjl52e6crw","text":"zqhhcoimeebbgn says that the shell port config release retry review linter schema test commit column migration","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"59ef3388bdb82ea806a8ef5ee5b201e8","rev":3,"because":null,"origin":null,"standing":0}','{"seq":5,"id":"f:eiz6yfhjl52e6crw","text":"zqkebampnlepjd says that the timeout region build index server release config commit module migration token table","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"72107e422ddfdeb8343459770aab484d","rev":4,"because":null,"origin":null,"standing":0}',41,NULL,NULL,'3100548fe939c50d','7vyouhpjr7olekl3',47);
INSERT INTO "audit" VALUES(48,'2026-03-12T09:00:00Z','consolidation','link.add','links','l:qrumeuubfiha5gm3',NULL,'{"seq":10,"source":"f:4lccx7px47kli74n","kind":"derived_from","target":"f:5zj7rnawfauqg45y","id":"l:qrumeuubfiha5gm3"}',41,NULL,NULL,'0137b56f078ef2b1','7vyouhpjr7olekl3',48);
INSERT INTO "audit" VALUES(49,'2026-03-12T09:00:00Z','consolidation','fact.edit','facts','f:5zj7rnawfauqg45y','{"seq":6,"id":"f:5zj7rnawfauqg45y","text":"zqdikfcjlibhdk says that the deploy test shell port review shell socket token migration shell module table","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"970d9c720e6113e5adfef9faac7aaec3","rev":1,"because":null,"origin":null,"standing":0}','{"seq":6,"id":"f:5zj7rnawfauqg45y","text":"zqlngdogoiklef says that the server commit column commit cache logger deploy logger port timeout timeout schema","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"de0b3dd0cb2a6c1aa81187cb59d00a8d","rev":2,"because":null,"origin":null,"standing":0}',41,NULL,NULL,'493fe0b21b4cb2ac','7vyouhpjr7olekl3',49);
INSERT INTO "audit" VALUES(50,'2026-03-12T09:00:00Z','consolidation','fact.supersede','facts','f:3iurkg2qmzgcqs5a','{"seq":7,"id":"f:3iurkg2qmzgcqs5a","text":"zqifmppdgfkdeb says that the branch type server review column editor queue branch commit config retry table","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"0b94480a84db1012aca6727e995cb0e3","rev":2,"because":null,"origin":null,"standing":0}','{"seq":7,"id":"f:3iurkg2qmzgcqs5a","text":"zqifmppdgfkdeb says that the branch type server review column editor queue branch commit config retry table","kind":"note","status":"superseded","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"0b94480a84db1012aca6727e995cb0e3","rev":3,"because":null,"origin":null,"standing":0}',41,NULL,NULL,'9fbd358d7cd4bcdf','7vyouhpjr7olekl3',50);
INSERT INTO "audit" VALUES(51,'2026-03-12T09:00:00Z','consolidation','candidate.add','candidates','c:gzgy6k5fdpkeajdp',NULL,'{"seq":4,"id":"c:gzgy6k5fdpkeajdp","text":"zqkadmpglfkbdd says that the shell test editor package logger timeout region schema release token type logger","fact":"f:4lccx7px47kli74n","kind":"convention","status":"waiting","layer":"project","project":null,"because":"","corrections":0,"sessions":0,"replaces":null,"reason":null,"fingerprint":"f:4lccx7px47kli74n","snoozed_until":null,"created_at":"2026-03-12T09:00:00Z","decided_at":null,"rev":1}',41,NULL,NULL,'4f2d1677982b0f7b','7vyouhpjr7olekl3',51);
INSERT INTO "audit" VALUES(52,'2026-03-12T09:00:00Z','person','fact.edit','facts','f:4lccx7px47kli74n','{"seq":8,"id":"f:4lccx7px47kli74n","text":"zqkadmpglfkbdd says that the shell test editor package logger timeout region schema release token type logger","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"3f88e9397268c36af7dd6d8146593d9f","rev":1,"because":null,"origin":null,"standing":0}','{"seq":8,"id":"f:4lccx7px47kli74n","text":"zqpbifojpldeba says that the cache config socket package cache retry cache deploy editor type port schema","kind":"convention","status":"active","tier":"episodic","layer":"project","project":null,"confidence":0.5,"tainted":0,"pinned":1,"approved_at":null,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"c90766b155e00ddedaed87efa8fc4a73","rev":2,"because":null,"origin":null,"standing":0}',52,NULL,NULL,'fd5ed06b37dbf209','7vyouhpjr7olekl3',52);
INSERT INTO "audit" VALUES(53,'2026-03-12T09:00:00Z','person','collection.add','collections','d:la3eunp3lu7z2qbv',NULL,'{"seq":1,"id":"d:la3eunp3lu7z2qbv","name":"handbook","path":"/srv/handbook","project":null,"code":1,"created_at":"2026-03-12T09:00:00Z"}',53,NULL,NULL,'b7f0b426d9b92e19','7vyouhpjr7olekl3',53);
INSERT INTO "audit" VALUES(54,'2026-03-12T09:00:00Z','agent:torture','fact.add','facts','f:vdpvs7mu5ijoccwc',NULL,'{"seq":9,"id":"f:vdpvs7mu5ijoccwc","text":"zqmjapdkbibbpj says that the deploy type docker test config shell branch port table package column server","kind":"note","status":"active","tier":"episodic","layer":"project","project":"torture","confidence":0.5,"tainted":0,"pinned":0,"approved_at":null,"origin":null,"standing":0,"tags":"[]","wrong":null,"right":null,"problem":null,"solution":null,"because":null,"concepts":"[]","files":"[]","created_at":"2026-03-12T09:00:00Z","happened_at":null,"expires_at":null,"hash":"2ceaa6a6e937fb036c472b1fc18e4324","rev":1}',54,NULL,NULL,'221a6c7a9655327c','7vyouhpjr7olekl3',54);
INSERT INTO "audit" VALUES(55,'2026-03-12T09:00:00Z','agent:torture','evidence.add','evidence','e:q46ahhhhx3im6dqu',NULL,'{"seq":5,"quote":"zqmjapdkbibbpj says that the deploy type docker test config shell branch port table package column server","session":"s99","source_id":null,"role":"user","agent":null,"at":null,"id":"e:q46ahhhhx3im6dqu","fact":"f:vdpvs7mu5ijoccwc"}',54,NULL,NULL,'cd32dbccbdc41af7','7vyouhpjr7olekl3',55);
CREATE TABLE candidates (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,
    fact TEXT NOT NULL REFERENCES facts (id),
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    layer TEXT NOT NULL,
    project TEXT,
    because TEXT NOT NULL,
    corrections INTEGER NOT NULL,
    sessions INTEGER NOT NULL,
    replaces TEXT REFERENCES facts (id),
    reason TEXT,
    fingerprint TEXT NOT NULL,
    snoozed_until TEXT,
    created_at TEXT NOT NULL,
    decided_at TEXT,
    rev INTEGER NOT NULL,
    row_hash TEXT NOT NULL
);
INSERT INTO "candidates" VALUES(1,'c:si3edjhmy6gvoidh','zqgfipoojffpkp says that the script script docker timeout table index table commit timeout package release shell','f:wjcgyk6ggolpb7l7','convention','waiting','project',NULL,'',0,0,NULL,NULL,'f:wjcgyk6ggolpb7l7',NULL,'2026-03-12T09:00:00Z',NULL,1,'adf54c9e75330f9d');
INSERT INTO "candidates" VALUES(2,'c:bmiwep6nr2leafyf','zqignmaepgimjp says that the module column token build shell build docker commit schema test schema module','f:xrf4u4426niiqrqd','convention','waiting','project',NULL,'',0,0,NULL,NULL,'f:xrf4u4426niiqrqd',NULL,'2026-03-12T09:00:00Z',NULL,1,'fb6bc2549efec0dc');
INSERT INTO "candidates" VALUES(3,'c:gd3tzc4jjiyb6bix','zqdikfcjlibhdk says that the deploy test shell port review shell socket token migration shell module table','f:5zj7rnawfauqg45y','convention','waiting','project',NULL,'',0,0,NULL,NULL,'f:5zj7rnawfauqg45y',NULL,'2026-03-12T09:00:00Z',NULL,1,'9a3f20946eb3ae48');
INSERT INTO "candidates" VALUES(4,'c:gzgy6k5fdpkeajdp','zqkadmpglfkbdd says that the shell test editor package logger timeout region schema release token type logger','f:4lccx7px47kli74n','convention','waiting','project',NULL,'',0,0,NULL,NULL,'f:4lccx7px47kli74n',NULL,'2026-03-12T09:00:00Z',NULL,1,'c7420cefd0bd04f8');
CREATE TABLE chunks (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL REFERENCES documents (seq),
    position INTEGER NOT NULL,
    heading TEXT NOT NULL,
    text TEXT NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL
);
INSERT INTO "chunks" VALUES(1,1,0,'zqpaoeeffhdgbc','Staging listens on 5433.',1,1);
CREATE TABLE collections (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL UNIQUE,
    path TEXT NOT NULL,
    project TEXT,
    code INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    row_hash TEXT NOT NULL
);
INSERT INTO "collections" VALUES(1,'d:la3eunp3lu7z2qbv','handbook','/srv/handbook',NULL,1,'2026-03-12T09:00:00Z','fb61e20568b29f42');
CREATE TABLE digests (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    span TEXT NOT NULL,
    project TEXT,
    session TEXT,
    starts_at TEXT NOT NULL,
    ends_at TEXT NOT NULL,
    text TEXT NOT NULL,
    lines TEXT NOT NULL,
    sources TEXT NOT NULL,
    tainted INTEGER NOT NULL,
    stamp TEXT NOT NULL,
    hash TEXT NOT NULL,
    created_at TEXT NOT NULL,
    row_hash TEXT NOT NULL
);
CREATE TABLE documents (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    collection TEXT NOT NULL,
    path TEXT NOT NULL,
    format TEXT NOT NULL,
    hash TEXT NOT NULL,
    modified_at TEXT,
    UNIQUE (collection, path)
);
INSERT INTO "documents" VALUES(1,'d:la3eunp3lu7z2qbv','ports.md','markdown','00000000000000000000000000000000',NULL);
CREATE TABLE embeddings (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    passage TEXT NOT NULL,
    part INTEGER NOT NULL,
    model TEXT NOT NULL,
    dimension INTEGER NOT NULL,
    text_hash TEXT NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (passage, part, model)
);
CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL REFERENCES sessions (id),
    source_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    detail TEXT NOT NULL,
    at TEXT,
    withdrawn INTEGER NOT NULL DEFAULT 0, row_hash TEXT,
    UNIQUE (session, source_id)
);
CREATE TABLE evidence (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    fact TEXT NOT NULL REFERENCES facts (id),
    session TEXT,
    source_id TEXT,
    role TEXT NOT NULL,
    agent TEXT,
    at TEXT,
    quote TEXT NOT NULL,
    row_hash TEXT NOT NULL
);
INSERT INTO "evidence" VALUES(1,'e:ulit2ztesqgkj3rk','f:w5ylktin4dpvww4x','s0',NULL,'user',NULL,NULL,'zqmehdmohdhaic says that the cache logger branch review test docker branch region deploy commit editor parser','67eb99f1b72dfc5d');
INSERT INTO "evidence" VALUES(2,'e:bifcgwjemm2y2pqz','f:ppglm5igvprwl4k4','s1',NULL,'user',NULL,NULL,'zqcolfgbcfpmmm says that the script build queue linter package branch region retry type table logger logger','f44d2536316a851e');
INSERT INTO "evidence" VALUES(3,'e:fvimp3ul2m57buw2','f:eiz6yfhjl52e6crw','s2',NULL,'user',NULL,NULL,'zqkblfbhfkcfbl says that the retry table socket column parser type branch build script parser type cache','ed049c4a7ffadafc');
INSERT INTO "evidence" VALUES(4,'e:rhur52dv7s2yohme','f:3iurkg2qmzgcqs5a','s3',NULL,'user',NULL,NULL,'zqjompdondplgn says that the index migration type editor column logger cache package socket commit migration branch','6c509099aa40e57f');
INSERT INTO "evidence" VALUES(5,'e:q46ahhhhx3im6dqu','f:vdpvs7mu5ijoccwc','s99',NULL,'user',NULL,NULL,'zqmjapdkbibbpj says that the deploy type docker test config shell branch port table package column server','8d7a6d87c7a3cf7d');
CREATE TABLE facts (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    tier TEXT NOT NULL,
    layer TEXT NOT NULL,
    project TEXT,
    confidence REAL NOT NULL,
    tainted INTEGER NOT NULL,
    pinned INTEGER NOT NULL,
    approved_at TEXT,
    tags TEXT NOT NULL,
    wrong TEXT,
    right TEXT,
    problem TEXT,
    solution TEXT,
    concepts TEXT NOT NULL,
    files TEXT NOT NULL,
    created_at TEXT NOT NULL,
    happened_at TEXT,
    expires_at TEXT,
    hash TEXT NOT NULL,
    rev INTEGER NOT NULL,
    row_hash TEXT NOT NULL
, because TEXT, origin TEXT, standing INTEGER NOT NULL DEFAULT 0);
INSERT INTO "facts" VALUES(1,'f:w5ylktin4dpvww4x','zqgldglgpagobp says that the review linter parser queue release cache package parser deploy review socket release','note','superseded','episodic','project','torture',0.5,0,0,NULL,'[]',NULL,NULL,NULL,NULL,'[]','[]','2026-03-12T09:00:00Z',NULL,NULL,'aee852dd34f790cf83c6d6ac0ed64a80',3,'eac882b44a485ada',NULL,NULL,0);
INSERT INTO "facts" VALUES(2,'f:wjcgyk6ggolpb7l7','zqkbmlnnigpcgh says that the column token shell type parser linter logger shell socket review table editor','convention','superseded','episodic','project',NULL,0.5,0,1,NULL,'[]',NULL,NULL,NULL,NULL,'[]','[]','2026-03-12T09:00:00Z',NULL,NULL,'5572c881ff0bca99327a1cc19677526a',5,'93cf0a260bdf5d9d',NULL,NULL,0);
INSERT INTO "facts" VALUES(3,'f:ppglm5igvprwl4k4','zqilpkmbahlhck says that the region module server module build commit linter config token module index editor','note','superseded','episodic','project','torture',0.5,0,0,NULL,'[]',NULL,NULL,NULL,NULL,'[]','[]','2026-03-12T09:00:00Z',NULL,NULL,'f23f0eac6561b7901d11b73e363a8805',3,'dad2702b810c484c',NULL,NULL,0);
INSERT INTO "facts" VALUES(4,'f:xrf4u4426niiqrqd','zqjgilogdhfgde says that the deploy script index queue migration shell server column docker release socket table','convention','active','episodic','project',NULL,0.5,0,1,NULL,'[]',NULL,NULL,NULL,NULL,'[]','[]','2026-03-12T09:00:00Z',NULL,NULL,'6055b2acaa3dafb61d216eb0a1bbae75',4,'803ff4750a76eeda',NULL,NULL,0);
INSERT INTO "facts" VALUES(5,'f:eiz6yfhjl52e6crw','zqkebampnlepjd says that the timeout region build index server release config commit module migration token table','note','active','episodic','project','torture',0.5,0,1,NULL,'[]',NULL,NULL,NULL,NULL,'[]','[]','2026-03-12T09:00:00Z',NULL,NULL,'72107e422ddfdeb8343459770aab484d',4,'11e27fb71c05d29a',NULL,NULL,0);
INSERT INTO "facts" VALUES(6,'f:5zj7rnawfauqg45y','zqlngdogoiklef says that the server commit column commit cache logger deploy logger port timeout timeout schema','convention','active','episodic','project',NULL,0.5,0,0,NULL,'[]',NULL,NULL,NULL,NULL,'[]','[]','2026-03-12T09:00:00Z',NULL,NULL,'de0b3dd0cb2a6c1aa81187cb59d00a8d',2,'3c3eecafb1767f4b',NULL,NULL,0);
INSERT INTO "facts" VALUES(7,'f:3iurkg2qmzgcqs5a','zqifmppdgfkdeb says that the branch type server review column editor queue branch commit config retry table','note','superseded','episodic','project','torture',0.5,0,0,NULL,'[]',NULL,NULL,NULL,NULL,'[]','[]','2026-03-12T09:00:00Z',NULL,NULL,'0b94480a84db1012aca6727e995cb0e3',3,'13206be1b8d8307b',NULL,NULL,0);
INSERT INTO "facts" VALUES(8,'f:4lccx7px47kli74n','zqpbifojpldeba says that the cache config socket package cache retry cache deploy editor type port schema','convention','active','episodic','project',NULL,0.5,0,1,NULL,'[]',NULL,NULL,NULL,NULL,'[]','[]','2026-03-12T09:00:00Z',NULL,NULL,'c90766b155e00ddedaed87efa8fc4a73',2,'2990e9c0f06b5d4e',NULL,NULL,0);
INSERT INTO "facts" VALUES(9,'f:vdpvs7mu5ijoccwc','zqmjapdkbibbpj says that the deploy type docker test config shell branch port table package column server','note','active','episodic','project','torture',0.5,0,0,NULL,'[]',NULL,NULL,NULL,NULL,'[]','[]','2026-03-12T09:00:00Z',NULL,NULL,'2ceaa6a6e937fb036c472b1fc18e4324',1,'bdca0875eaa5b878',NULL,NULL,0);
CREATE TABLE fitness (seq INTEGER PRIMARY KEY AUTOINCREMENT, day TEXT NOT NULL UNIQUE, measures TEXT NOT NULL);
CREATE TABLE links (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL REFERENCES facts (id),
    kind TEXT NOT NULL,
    target TEXT NOT NULL REFERENCES facts (id),
    row_hash TEXT NOT NULL,
    UNIQUE (source, kind, target)
);
INSERT INTO "links" VALUES(1,'l:wtfs2mulcphqjlby','f:wjcgyk6ggolpb7l7','derived_from','f:w5ylktin4dpvww4x','a1c825ca02ac5cdc');
INSERT INTO "links" VALUES(2,'l:fxugiawg6scb6f25','f:xrf4u4426niiqrqd','derived_from','f:ppglm5igvprwl4k4','75ca0ce853ca1cf8');
INSERT INTO "links" VALUES(3,'l:tqmmqc45p5sklqlv','f:xrf4u4426niiqrqd','derived_from','f:wjcgyk6ggolpb7l7','a8af822b152c181a');
INSERT INTO "links" VALUES(4,'l:nf7tic4jmvqrp5de','f:5zj7rnawfauqg45y','derived_from','f:wjcgyk6ggolpb7l7','9dd434bb1cb67ae9');
INSERT INTO "links" VALUES(5,'l:csabhugmixh3pm3k','f:5zj7rnawfauqg45y','derived_from','f:eiz6yfhjl52e6crw','2ac811e7425ee2ed');
INSERT INTO "links" VALUES(6,'l:jicfteuxt67k3mr4','f:5zj7rnawfauqg45y','derived_from','f:xrf4u4426niiqrqd','8d0667b53ca96b2a');
INSERT INTO "links" VALUES(7,'l:456apafs32aiqx3j','f:4lccx7px47kli74n','derived_from','f:3iurkg2qmzgcqs5a','bd1bf1caf2abc274');
INSERT INTO "links" VALUES(8,'l:uia3e3d7oelbntga','f:4lccx7px47kli74n','derived_from','f:xrf4u4426niiqrqd','9373063cf4a8b9ee');
INSERT INTO "links" VALUES(9,'l:6kmbg22q25u77p3x','f:4lccx7px47kli74n','derived_from','f:eiz6yfhjl52e6crw','7ee9dbb613d96140');
INSERT INTO "links" VALUES(10,'l:qrumeuubfiha5gm3','f:4lccx7px47kli74n','derived_from','f:5zj7rnawfauqg45y','653630cfbabcfd8e');
CREATE TABLE outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    passage TEXT NOT NULL
);
INSERT INTO "outbox" VALUES(1,'f:w5ylktin4dpvww4x');
INSERT INTO "outbox" VALUES(2,'f:w5ylktin4dpvww4x');
INSERT INTO "outbox" VALUES(3,'t:1');
INSERT INTO "outbox" VALUES(4,'t:2');
INSERT INTO "outbox" VALUES(5,'f:wjcgyk6ggolpb7l7');
INSERT INTO "outbox" VALUES(6,'f:w5ylktin4dpvww4x');
INSERT INTO "outbox" VALUES(7,'f:w5ylktin4dpvww4x');
INSERT INTO "outbox" VALUES(8,'f:wjcgyk6ggolpb7l7');
INSERT INTO "outbox" VALUES(9,'f:ppglm5igvprwl4k4');
INSERT INTO "outbox" VALUES(10,'f:ppglm5igvprwl4k4');
INSERT INTO "outbox" VALUES(11,'t:3');
INSERT INTO "outbox" VALUES(12,'t:4');
INSERT INTO "outbox" VALUES(13,'t:5');
INSERT INTO "outbox" VALUES(14,'t:6');
INSERT INTO "outbox" VALUES(15,'t:7');
INSERT INTO "outbox" VALUES(16,'t:8');
INSERT INTO "outbox" VALUES(17,'t:9');
INSERT INTO "outbox" VALUES(18,'t:10');
INSERT INTO "outbox" VALUES(19,'f:xrf4u4426niiqrqd');
INSERT INTO "outbox" VALUES(20,'f:ppglm5igvprwl4k4');
INSERT INTO "outbox" VALUES(21,'f:wjcgyk6ggolpb7l7');
INSERT INTO "outbox" VALUES(22,'f:ppglm5igvprwl4k4');
INSERT INTO "outbox" VALUES(23,'f:xrf4u4426niiqrqd');
INSERT INTO "outbox" VALUES(24,'f:eiz6yfhjl52e6crw');
INSERT INTO "outbox" VALUES(25,'f:eiz6yfhjl52e6crw');
INSERT INTO "outbox" VALUES(26,'t:11');
INSERT INTO "outbox" VALUES(27,'f:5zj7rnawfauqg45y');
INSERT INTO "outbox" VALUES(28,'f:wjcgyk6ggolpb7l7');
INSERT INTO "outbox" VALUES(29,'f:eiz6yfhjl52e6crw');
INSERT INTO "outbox" VALUES(30,'f:xrf4u4426niiqrqd');
INSERT INTO "outbox" VALUES(31,'f:wjcgyk6ggolpb7l7');
INSERT INTO "outbox" VALUES(32,'f:eiz6yfhjl52e6crw');
INSERT INTO "outbox" VALUES(33,'f:3iurkg2qmzgcqs5a');
INSERT INTO "outbox" VALUES(34,'f:3iurkg2qmzgcqs5a');
INSERT INTO "outbox" VALUES(35,'t:12');
INSERT INTO "outbox" VALUES(36,'t:13');
INSERT INTO "outbox" VALUES(37,'t:14');
INSERT INTO "outbox" VALUES(38,'f:4lccx7px47kli74n');
INSERT INTO "outbox" VALUES(39,'f:3iurkg2qmzgcqs5a');
INSERT INTO "outbox" VALUES(40,'f:xrf4u4426niiqrqd');
INSERT INTO "outbox" VALUES(41,'f:eiz6yfhjl52e6crw');
INSERT INTO "outbox" VALUES(42,'f:5zj7rnawfauqg45y');
INSERT INTO "outbox" VALUES(43,'f:3iurkg2qmzgcqs5a');
INSERT INTO "outbox" VALUES(44,'f:4lccx7px47kli74n');
INSERT INTO "outbox" VALUES(45,'k:1');
INSERT INTO "outbox" VALUES(46,'f:vdpvs7mu5ijoccwc');
INSERT INTO "outbox" VALUES(47,'f:vdpvs7mu5ijoccwc');
CREATE TABLE projects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    reason TEXT NOT NULL,
    root TEXT,
    aliases TEXT NOT NULL,
    row_hash TEXT NOT NULL
);
CREATE TABLE runs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    actor TEXT NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT,
    summary TEXT NOT NULL
, id TEXT);
CREATE TABLE sessions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    agent TEXT NOT NULL,
    project TEXT,
    cwd TEXT,
    title TEXT,
    started_at TEXT,
    ended_at TEXT,
    parent TEXT
);
INSERT INTO "sessions" VALUES(1,'session-0-262293031823','claude-code','torture',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "sessions" VALUES(2,'session-0-961715402706','claude-code','torture',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "sessions" VALUES(3,'session-0-560594192153','claude-code','torture',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "sessions" VALUES(4,'session-0-759348446493','claude-code','torture',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE settings (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    value TEXT NOT NULL,
    row_hash TEXT NOT NULL
);
CREATE TABLE sources (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    offset INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    session TEXT,
    row_hash TEXT NOT NULL
);
CREATE TABLE turns (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL REFERENCES sessions (id),
    source_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    role TEXT NOT NULL,
    speaker TEXT,
    at TEXT,
    text TEXT NOT NULL,
    withdrawn INTEGER NOT NULL DEFAULT 0, row_hash TEXT,
    UNIQUE (session, source_id)
);
INSERT INTO "turns" VALUES(1,'session-0-262293031823','m0',0,'user',NULL,NULL,'zqogbbieiefpkm says that the editor branch linter schema branch logger branch schema deploy type retry parser',0,'6bcfe8d4450a99af');
INSERT INTO "turns" VALUES(2,'session-0-262293031823','m1',1,'user',NULL,NULL,'zqegejmlmkpmlb says that the cache linter timeout index test token docker test review branch region package',0,'39cb09d9f0242814');
INSERT INTO "turns" VALUES(3,'session-0-961715402706','m0',0,'user',NULL,NULL,'zqpeppiblehgkj says that the commit queue shell logger migration type editor migration parser build config schema',0,'3094cd148821a724');
INSERT INTO "turns" VALUES(4,'session-0-961715402706','m1',1,'user',NULL,NULL,'zqalngoifpmcgc says that the cache commit index cache schema schema server package index column retry server',0,'381e3c3449e95615');
INSERT INTO "turns" VALUES(5,'session-0-961715402706','m2',2,'user',NULL,NULL,'zqnallaehogflm says that the cache parser docker socket type branch script logger logger logger logger test',0,'ca68c3eab195823a');
INSERT INTO "turns" VALUES(6,'session-0-961715402706','m3',3,'user',NULL,NULL,'zqcilfemihahoh says that the module logger branch token review region shell queue linter release branch test',0,'6cd2b09c6cd3111e');
INSERT INTO "turns" VALUES(7,'session-0-961715402706','m4',4,'user',NULL,NULL,'zqjgfmngnojpbo says that the server cache test docker port review region config cache column build docker',0,'7534159f5bcb6c95');
INSERT INTO "turns" VALUES(8,'session-0-961715402706','m5',5,'user',NULL,NULL,'zqjcpijfbliemi says that the module linter linter package script module module timeout commit cache test release',0,'68d644aefe0165c8');
INSERT INTO "turns" VALUES(9,'session-0-961715402706','m6',6,'user',NULL,NULL,'zqgcefdbjkgdgm says that the column module queue port region docker cache port timeout commit column docker',0,'4a97db895c570ee0');
INSERT INTO "turns" VALUES(10,'session-0-961715402706','m7',7,'user',NULL,NULL,'zqmlhajcihfkip says that the queue build schema release schema token table logger schema token package build',0,'0b283d479f695193');
INSERT INTO "turns" VALUES(11,'session-0-560594192153','m0',0,'user',NULL,NULL,'zqcebdkcooocko says that the shell index server cache index cache module linter branch socket module test',0,'1cdb1d10696b7356');
INSERT INTO "turns" VALUES(12,'session-0-759348446493','m0',0,'user',NULL,NULL,'zqjbjjnepfffah says that the editor review migration port commit column commit schema review column linter script',0,'2b24d5ab5548f921');
INSERT INTO "turns" VALUES(13,'session-0-759348446493','m1',1,'user',NULL,NULL,'zqilbieemaikog says that the server release parser migration type deploy table linter queue column branch index',0,'ab39bd20d879c201');
INSERT INTO "turns" VALUES(14,'session-0-759348446493','m2',2,'user',NULL,NULL,'zqajmdkdcdccep says that the token timeout timeout region retry shell index migration build port column deploy',0,'4f6a40c62b93793e');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX facts_by_hash ON facts (hash);
CREATE INDEX facts_by_age ON facts (status, created_at);
CREATE INDEX evidence_by_fact ON evidence (fact);
CREATE INDEX evidence_by_session ON evidence (session);
CREATE INDEX links_by_target ON links (target);
CREATE INDEX candidates_by_status ON candidates (status);
CREATE INDEX candidates_by_fingerprint ON candidates (fingerprint);
CREATE INDEX candidates_by_fact ON candidates (fact);
CREATE INDEX sessions_by_age ON sessions (started_at);
CREATE INDEX turns_by_position ON turns (session, position);
CREATE INDEX accesses_by_fact ON accesses (fact);
CREATE INDEX audit_by_target ON audit (target);
CREATE INDEX audit_by_unit ON audit (unit);
CREATE INDEX audit_by_run ON audit (run);
CREATE INDEX audit_by_undoes ON audit (undoes) WHERE undoes IS NOT NULL;
CREATE INDEX chunks_by_document ON chunks (document, position)
;
CREATE INDEX aliases_by_id ON aliases (id);
CREATE UNIQUE INDEX runs_by_id ON runs (id);
CREATE UNIQUE INDEX audit_by_number ON audit (installation, number)
;
CREATE INDEX digests_by_time ON digests (span, project, starts_at);
CREATE INDEX digests_by_session ON digests (session)
;
CREATE INDEX facts_that_stand ON facts (
    project,
    CASE WHEN approved_at IS NOT NULL OR pinned = 1 THEN 0 WHEN kind = 'correction' THEN 1
    WHEN kind IN ('convention', 'preference', 'identity') THEN 2 ELSE 3 END,
    confidence DESC
) WHERE status = 'active' AND tainted = 0 AND (approved_at IS NOT NULL OR pinned = 1 OR standing = 1)
;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('facts',9);
INSERT INTO "sqlite_sequence" VALUES('audit',55);
INSERT INTO "sqlite_sequence" VALUES('outbox',47);
INSERT INTO "sqlite_sequence" VALUES('evidence',5);
INSERT INTO "sqlite_sequence" VALUES('sessions',4);
INSERT INTO "sqlite_sequence" VALUES('turns',14);
INSERT INTO "sqlite_sequence" VALUES('links',10);
INSERT INTO "sqlite_sequence" VALUES('candidates',4);
INSERT INTO "sqlite_sequence" VALUES('collections',1);
INSERT INTO "sqlite_sequence" VALUES('documents',1);
INSERT INTO "sqlite_sequence" VALUES('chunks',1);
COMMIT;
CREATE VIRTUAL TABLE fact_words USING fts5(words, tokenize = 'ascii', detail = 'none');
INSERT INTO fact_words (rowid, words) VALUES (4, '00000000 00000000zqjgilogdhfgd 00000000say 00000000deploy 00000000script 00000000index 00000000queue 00000000migrat 00000000shell 00000000server 00000000column 00000000docker 00000000releas 00000000socket 00000000tabl');
INSERT INTO fact_words (rowid, words) VALUES (5, '694d36b5 694d36b5zqkebampnlepjd 694d36b5say 694d36b5timeout 694d36b5region 694d36b5build 694d36b5index 694d36b5server 694d36b5releas 694d36b5config 694d36b5commit 694d36b5modul 694d36b5migrat 694d36b5token 694d36b5tabl');
INSERT INTO fact_words (rowid, words) VALUES (6, '00000000 00000000zqlngdogoiklef 00000000say 00000000server 00000000commit 00000000column 00000000cach 00000000logger 00000000deploy 00000000port 00000000timeout 00000000schema');
INSERT INTO fact_words (rowid, words) VALUES (8, '00000000 00000000zqpbifojpldeba 00000000say 00000000cach 00000000config 00000000socket 00000000packag 00000000retri 00000000deploy 00000000editor 00000000type 00000000port 00000000schema');
INSERT INTO fact_words (rowid, words) VALUES (9, '694d36b5 694d36b5zqmjapdkbibbpj 694d36b5say 694d36b5deploy 694d36b5type 694d36b5docker 694d36b5test 694d36b5config 694d36b5shell 694d36b5branch 694d36b5port 694d36b5tabl 694d36b5packag 694d36b5column 694d36b5server');
PRAGMA user_version = 10;
