-- Change event streaming (CES) from a database into the event hub of main.bicep. For SQL Server 2025, Azure SQL Database, and
-- Azure SQL Managed Instance with the update policy SQL Server 2025 or Always-up-to-date.
--
-- Run it in parts, in the database whose tables are to be streamed, as a member of db_owner (or with CONTROL DATABASE).
-- CES is in preview. What follows is from Microsoft's documentation as of August 2026 ("Configure change event streaming",
-- sys.sp_create_event_stream_group, sys.sp_add_object_to_event_stream_group, "AMQP protocol deprecation"). It was not run
-- against a server here. What those pages leave open is marked UNKNOWN.
--
-- Put your own values in for what stands in <angle brackets>. Lines that begin with "--x " are for one platform or one choice only.

-- 0. Before ------------------------------------------------------------------------------------------------------------------
--
-- CES does not go together with change data capture, transactional replication, Synapse Link or Fabric mirroring of the same
-- database, nor with SQL Server on Linux. It sends no rows that are there already: load them once by other means. Once a table is
-- streamed, it cannot be truncated. Left out of the stream without a word: geography, geometry, image, json, rowversion,
-- sql_variant, text, ntext, vector, xml and CLR types; values above 1 MB are cut at 1 MB.
--
-- The identity of the server needs the role Azure Event Hubs Data Sender on the hub: producerPrincipalId of main.bicep. That is the
-- managed identity of the logical server, of the managed instance, or of SQL Server itself (CU3 or newer, enabled by Azure Arc or
-- on an Azure VM). Others would need a key of the hub; main.bicep switches keys off, and this script knows no way with them.
--
-- The hub's public endpoint has to be reachable from the server, port 9093 (outbound rules, network security perimeter).

SELECT name, recovery_model_desc, is_cdc_enabled, is_published, is_event_stream_enabled
FROM sys.databases
WHERE database_id = DB_ID();
-- Expected: FULL, 0, 0, 0.

--x SQL Server 2025:
--x ALTER DATABASE [<database>] SET RECOVERY FULL;
--x ALTER DATABASE SCOPED CONFIGURATION SET PREVIEW_FEATURES = ON;

-- Writes of more than 65,536 bytes to a large column are refused on streamed tables unless this is raised (-1: no limit).
--x SQL Server 2025, Managed Instance:
--x EXECUTE sp_configure 'max text repl size', -1;
--x RECONFIGURE;

-- 1. A credential without a secret -------------------------------------------------------------------------------------------

IF NOT EXISTS (SELECT 1 FROM sys.symmetric_keys WHERE name = N'##MS_DatabaseMasterKey##')
    CREATE MASTER KEY ENCRYPTION BY PASSWORD = '<a password that only your vault knows>';
GO

IF NOT EXISTS (SELECT 1 FROM sys.database_scoped_credentials WHERE name = N'SluiceHub')
    CREATE DATABASE SCOPED CREDENTIAL SluiceHub WITH IDENTITY = 'Managed Identity';
GO

-- 2. Streaming for the database ----------------------------------------------------------------------------------------------

IF NOT EXISTS (SELECT 1 FROM sys.databases WHERE database_id = DB_ID() AND is_event_stream_enabled = 1)
    EXECUTE sys.sp_enable_event_stream;
GO

-- 3. The stream group --------------------------------------------------------------------------------------------------------
--
-- @destination_type      AzureEventHubs on Azure SQL Database; AzureEventHubsApacheKafka on SQL Server 2025 and Managed Instance
--                        (a newer page names AzureEventHubs for all of them: UNKNOWN which build takes which, so try the first
--                        and read the error). AzureEventHubsAmqp is deprecated: new groups are refused, old ones end in April 2027.
-- @destination_location  the output hubLocation of the deployment, with the port 9093 behind the host.
-- @max_message_size_kb   128 to 1024, default 256. 1024 makes the fewest pieces and is the most that Standard and Premium take;
--                        whether envelope and headers count is UNKNOWN, and a message that the hub refuses is tried for ever while
--                        the log grows. 512 keeps clear of that at the price of more pieces, which Sluice puts together.
-- @partition_key_scheme  None (round robin) spreads best, and is right for Sluice: lines are sorted by "order", not by arrival, and
--                        pieces of one event are put together from any partition. Table keeps the changes of a table in one
--                        partition, in order: for other consumers that need it; a busy table is then one partition's work.
--                        StreamGroup puts everything into one partition: avoid it. Column spreads by a column's value, and a row
--                        whose value changes goes on in another partition; what NULL does is UNKNOWN.
-- @encoding              JSON, or Binary: Avro, about half the bytes. Sluice reads both and tells them apart by content. Choose JSON
--                        unless bytes cost you: no public sample of Binary exists, and how it is framed is UNKNOWN.

EXECUTE sys.sp_create_event_stream_group
    @stream_group_name = N'sluice',
    @destination_type = N'AzureEventHubs',
    @destination_location = N'<namespace>.servicebus.windows.net:9093/<hub>',
    @destination_credential = SluiceHub,
    @max_message_size_kb = 512,
    @partition_key_scheme = N'None',
    @encoding = N'JSON';
GO

-- 4. Tables ------------------------------------------------------------------------------------------------------------------
--
-- The defaults, written out: all columns, and the row before the change. Then updates are whole on both sides. With
-- include_all_columns = 0 set SLUICE_CES_ALL_COLUMNS to false; updates are then flagged "partial", and a table without a primary
-- key has no key in its events at all. include_old_lob_values = 1 sends large values of the old row too.
-- A table belongs to one group only. A name with a period is refused. One call per table.

EXECUTE sys.sp_add_object_to_event_stream_group
    @stream_group_name = N'sluice',
    @object_name = N'<schema>.<table>',
    @include_all_columns = 1,
    @include_old_values = 1,
    @include_old_lob_values = 0;
GO

-- 5. Checks, after a first change of a row -----------------------------------------------------------------------------------

-- Streaming is on, and for these tables:
SELECT name, is_event_stream_enabled FROM sys.databases WHERE database_id = DB_ID();
SELECT SCHEMA_NAME(schema_id) AS [schema], name FROM sys.tables WHERE is_replicated = 1;

-- The group, its destination and each table as they were taken (columns differ between builds: UNKNOWN which are stable):
EXECUTE sys.sp_help_change_feed;
EXECUTE sys.sp_help_change_feed_table_groups;
EXECUTE sys.sp_help_change_feed_table @source_schema = N'<schema>', @source_name = N'<table>';

-- Nothing is refused. A row here that comes again and again means that nothing gets through, and that the log grows: a role that is
-- missing, a port that is shut, a message that is too big. (entry_time is local on SQL Server, UTC on Azure SQL Database.)
SELECT TOP (50) * FROM sys.dm_change_feed_errors ORDER BY entry_time DESC;

-- The log is read: the newest sessions end, and their latency is seconds.
SELECT TOP (10) * FROM sys.dm_change_feed_log_scan_sessions ORDER BY start_time DESC;

-- The log can be cut off: not REPLICATION for long. Watch it: on Azure, CES is switched off when the log is nearly full, and changes
-- until somebody switches it on again are lost.
SELECT name, log_reuse_wait_desc FROM sys.databases WHERE database_id = DB_ID();

-- Whether this server writes commit times in UTC. If the offset is not +00:00, set SLUICE_SOURCE_ZONE for Sluice: CES then writes
-- local times with a Z, a known defect.
SELECT SYSDATETIMEOFFSET() AS now_here;

-- 6. To end it ---------------------------------------------------------------------------------------------------------------
--
-- Changes of a table that were not sent yet are lost when it is taken out.
--
-- EXECUTE sys.sp_remove_object_from_event_stream_group @stream_group_name = N'sluice', @object_name = N'<schema>.<table>';
-- EXECUTE sys.sp_drop_event_stream_group @stream_group_name = N'sluice';
-- EXECUTE sys.sp_disable_event_stream;
